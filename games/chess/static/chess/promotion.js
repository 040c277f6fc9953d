// @ts-check
/** Asking which piece a pawn becomes. */
import { el } from "../portal/js/dom.js";
import { pieceIcon } from "./board.js";
import { kindName } from "./position.js";

const CHOICES = ["q", "r", "b", "n"];

export class Promotion {
  /** @param {(piece: string) => void} choose "" for none of them */
  constructor(choose) {
    this.choose = choose;
    this.root = el("div", { class: "promotion", role: "group", "aria-label": "Which piece does the pawn become?", hidden: true });
    this.shown = "";
  }

  /** @param {string} move the move that lacks its piece, or "" @param {boolean} white */
  update(move, white) {
    if (move === this.shown) return;
    this.shown = move;
    this.root.hidden = !move;
    if (!move) return this.root.replaceChildren();
    const option = (/** @type {string} */ piece) => el("button", { type: "button", class: "button", "aria-label": capital(kindName(piece)), on: { click: () => this.choose(piece) } }, pieceIcon(white ? piece.toUpperCase() : piece), capital(kindName(piece)));
    this.root.replaceChildren(...CHOICES.map(option), el("button", { type: "button", class: "button small", text: "Not this move", on: { click: () => this.choose("") } }));
    /** @type {HTMLElement} */ (this.root.firstElementChild).focus({ preventScroll: true });
  }
}

/** @param {string} word */
function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
