// @ts-check
/** Beside the board: the moves, the pieces taken, turning the board, the position and the game to take away. */
import { button, el, keyed, setText } from "../portal/js/dom.js";
import { pieceIcon } from "./board.js";
import { numbered, pgn, spokenMove } from "./notation.js";
import { kindName } from "./position.js";

export class Sheet {
  /** @param {() => void} flip @param {(text: string) => void} say */
  constructor(flip, say) {
    this.say = say;
    /** @type {import("../portal/js/contract.js").Doc|null} */
    this.doc = null;
    this.list = el("ol", { class: "chess-moves", "aria-label": "Moves", tabindex: "0" });
    this.fen = el("input", { id: "chess-fen", type: "text", readonly: true, spellcheck: "false", on: { focus: () => this.fen.select() } });
    this.export = el("details", { class: "chess-export" },
      el("summary", { class: "button small", text: "Export" }),
      el("div", { class: "chess-export-box" },
        el("label", { for: "chess-fen", text: "Position (FEN)" }), this.fen,
        button("Copy position", () => this.copy(), "small"), button("Save game (PGN)", () => this.save(), "small")));
    this.root = el("div", { class: "chess-sheet" }, this.list, el("div", { class: "chess-tools" }, button("Flip", flip, "small"), this.export));
    this.taken = { far: el("p", { class: "chess-taken far" }), near: el("p", { class: "chess-taken near" }) };
    this.count = -1;
  }

  /** @param {import("../portal/js/contract.js").Doc} doc @param {boolean} flipped */
  update(doc, flipped) {
    const { game } = doc;
    this.doc = doc;
    if (this.fen.value !== game.fen) this.fen.value = game.fen;
    const rows = numbered(game.san, game.start);
    keyed(this.list, rows, ({ number }) => String(number), ({ number }) => el("li", {}, el("span", { class: "chess-number", text: `${number}.` }), el("span"), el("span")), (node, row) => this.row(node, row));
    if (game.san.length !== this.count) this.toEnd(game.san.length);
    const near = flipped ? 1 : 0;
    showTaken(this.taken.near, game.captured[near], doc.seats[near].name);
    showTaken(this.taken.far, game.captured[1 - near], doc.seats[1 - near].name);
  }

  /** @param {HTMLElement} node @param {{white: string, black: string}} row */
  row(node, { white, black }) {
    const [, one, two] = node.children;
    for (const [cell, san] of /** @type {[HTMLElement, string][]} */ ([[one, white], [two, black]])) {
      setText(cell, san);
      if (san && san !== "…") cell.title = spokenMove(san);
    }
  }

  /** @param {number} count */
  toEnd(count) {
    this.count = count;
    this.list.scrollTo(this.list.scrollWidth, this.list.scrollHeight);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.fen.value);
      this.say("The position is copied.");
    } catch {
      this.fen.focus(); // a browser without a clipboard for pages: it is selected, and the person copies it
      this.say("The position is selected: copy it with your browser's own command.");
    }
  }

  /** A file made in the browser. */
  save() {
    const { doc } = this;
    if (!doc) return;
    const [white, black] = doc.seats.map((seat) => seat.name);
    const about = { white, black, event: `${doc.table.scored ? "Scored" : "Test"} game${doc.table.code ? `, table ${doc.table.code}` : ""}`, site: location.host, date: new Date() };
    const address = URL.createObjectURL(new Blob([pgn(doc.game, about)], { type: "application/x-chess-pgn" }));
    el("a", { href: address, download: `${white}-${black}.pgn`.replace(/[^\w.-]+/g, "_") }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  /** @returns {boolean} whether the export stood open */
  close() {
    const was = this.export.open;
    this.export.open = false;
    return was;
  }
}

/** @param {HTMLElement} node @param {string[]} letters @param {string} name who took them */
function showTaken(node, letters, name) {
  const key = letters.join("");
  if (node.dataset.taken === `${name} ${key}`) return;
  node.dataset.taken = `${name} ${key}`;
  const counts = new Map();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const words = [...counts].map(([letter, count]) => `${count} ${kindName(letter)}${count > 1 ? "s" : ""}`).join(", ");
  node.replaceChildren(el("span", { class: "visually-hidden", text: words ? `${name} has taken ${words}.` : "" }), ...letters.map((letter) => pieceIcon(letter)));
}
