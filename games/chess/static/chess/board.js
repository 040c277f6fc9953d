// @ts-check
/** The board: squares that are clicked, dragged between or walked over by arrow keys. It holds no rule. */
import { el, setAttr, svg } from "../portal/js/dom.js";
import { FILES, isWhite, pieceName, placementOf } from "./position.js";

const SHEET = new URL("./pieces.svg", import.meta.url).href;
const DRAG_PX = 6; // a pointer that has gone so far drags
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {string} letter @param {string} [kind] */
export function pieceIcon(letter, kind = "") {
  const icon = svg("svg", { class: `piece ${isWhite(letter) ? "white" : "black"} ${kind}`.trim(), "aria-hidden": "true", viewBox: "0 0 45 45" }, svg("use", { href: `${SHEET}#${letter.toLowerCase()}` }));
  icon.dataset.piece = letter;
  return icon;
}

/**
 * What a board shows beside the pieces.
 * @typedef {Object} Marks
 * @property {string} picked      the square that a move starts from; ""
 * @property {Set<string>} targets where it may go
 * @property {string[]} last      squares of the last move
 * @property {string|null} check
 * @property {string[]} hinted
 */

export class Board {
  /** @param {{tap: (square: string) => void, drop: (from: string, to: string) => void, mine: (square: string) => boolean}} player */
  constructor(player) {
    this.player = player;
    this.flipped = false;
    /** @type {Map<string, HTMLElement>} */
    this.squares = new Map();
    this.root = el("div", { class: "chess-board", role: "grid", "aria-label": "Chess board" });
    for (const rank of "87654321") for (const file of FILES) this.squares.set(file + rank, this.square(file + rank));
    this.focused = "e2";
    this.lay();
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", (event) => this.press(event));
    this.root.addEventListener("focusin", (event) => this.focusOn(/** @type {HTMLElement} */ (event.target).dataset.square ?? this.focused));
    /** @type {{from: string, icon: HTMLElement|null, x: number, y: number, stop: () => void}|null} */
    this.drag = null;
    this.moving = Promise.resolve();
  }

  /** @param {string} square */
  square(square) {
    const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1;
    return el("div", { class: `square ${dark ? "dark" : "light"}`, role: "gridcell", tabindex: "-1", "data-square": square });
  }

  /** Rows from the viewer's far side to the near one. */
  lay() {
    const files = this.flipped ? [...FILES].reverse() : [...FILES];
    const ranks = this.flipped ? [..."12345678"] : [..."87654321"];
    const row = (/** @type {string} */ rank, /** @type {number} */ y) => el("div", { class: "chess-row", role: "row" }, ...files.map((file, x) => {
      const square = /** @type {HTMLElement} */ (this.squares.get(file + rank));
      setAttr(square, "data-file", y === 7 ? file : null);
      setAttr(square, "data-rank", x === 0 ? rank : null);
      return square;
    }));
    this.root.replaceChildren(...ranks.map(row));
    this.focusOn(this.focused);
  }

  /** @param {boolean} flipped */
  turn(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    const inside = this.root.contains(document.activeElement);
    this.lay();
    if (inside) this.squares.get(this.focused)?.focus();
  }

  /** @param {string} fen @param {Marks} marks @param {string[][]} moves pieces that slide, as [from, to] */
  show(fen, marks, moves) {
    const placed = placementOf(fen);
    for (const [name, node] of this.squares) {
      const letter = placed.get(name) ?? "";
      if ((node.dataset.holds ?? "") !== letter) {
        node.dataset.holds = letter;
        node.replaceChildren(...(letter ? [pieceIcon(letter)] : []));
      }
      const states = { picked: marks.picked === name, target: marks.targets.has(name), last: marks.last.includes(name), check: marks.check === name, hinted: marks.hinted.includes(name) };
      for (const [state, on] of Object.entries(states)) node.classList.toggle(state, on);
      setAttr(node, "aria-selected", states.picked ? "true" : null);
      setAttr(node, "aria-label", spoken(name, letter, states));
    }
    if (moves.length) this.moving = Promise.all(moves.map(([from, to]) => this.slide(from, to))).then(() => {});
  }

  /** A piece that stands on `to` comes from `from`. @param {string} from @param {string} to */
  async slide(from, to) {
    const [start, end] = [this.squares.get(from), this.squares.get(to)];
    const icon = end?.firstElementChild;
    const ms = parseFloat(getComputedStyle(this.root).getPropertyValue("--flight")) || 0;
    if (!start || !end || !icon || !ms) return;
    const [a, b] = [start.getBoundingClientRect(), end.getBoundingClientRect()];
    const glide = icon.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: ms, easing: "ease-out" });
    await glide.finished.catch(() => {}); // a piece that is taken away in flight has nowhere to arrive
  }

  // --- Keys ---

  /** One square is reached by Tab; the arrows go on from there. @param {string} square */
  focusOn(square) {
    this.squares.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    this.squares.get(square)?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.player.tap(this.focused);
    }
    const step = ARROWS[/** @type {"ArrowUp"} */ (event.key)];
    const to = step ? this.beside(this.focused, step[0], step[1]) : { Home: this.beside(this.focused, -7, 0), End: this.beside(this.focused, 7, 0) }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.squares.get(to)?.focus();
  }

  /** So many squares right and up as the viewer sees the board, or as far as it goes. @param {string} square @param {number} right @param {number} up */
  beside(square, right, up) {
    const way = this.flipped ? -1 : 1;
    const within = (/** @type {number} */ n) => Math.min(7, Math.max(0, n));
    return FILES[within(FILES.indexOf(square[0]) + way * right)] + (within(Number(square[1]) - 1 + way * up) + 1);
  }

  // --- Pointers ---

  /** @param {PointerEvent} event */
  press(event) {
    const square = this.under(event);
    if (!square || event.button !== 0) return;
    event.preventDefault();
    this.squares.get(square)?.focus({ preventScroll: true });
    this.cancelDrag();
    const move = (/** @type {PointerEvent} */ e) => this.pull(e);
    const up = (/** @type {PointerEvent} */ e) => this.release(e, square);
    const cancel = () => this.cancelDrag();
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
    this.drag = { from: square, icon: null, x: event.clientX, y: event.clientY, stop };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const { drag } = this;
    if (!drag) return;
    if (!drag.icon && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_PX && this.player.mine(drag.from)) {
      const node = /** @type {HTMLElement} */ (this.squares.get(drag.from));
      drag.icon = /** @type {any} */ (pieceIcon(node.dataset.holds ?? "", "dragged"));
      /** @type {HTMLElement} */ (drag.icon).style.width = `${node.clientWidth}px`;
      node.classList.add("lifted");
      this.root.append(/** @type {HTMLElement} */ (drag.icon));
    }
    if (!drag.icon) return;
    const board = this.root.getBoundingClientRect();
    drag.icon.style.left = `${event.clientX - board.x}px`;
    drag.icon.style.top = `${event.clientY - board.y}px`;
  }

  /** @param {PointerEvent} event @param {string} pressed */
  release(event, pressed) {
    const dragged = Boolean(this.drag?.icon);
    const to = this.under(event);
    this.cancelDrag();
    if (dragged && to && to !== pressed) this.player.drop(pressed, to);
    else if (!dragged && to === pressed) this.player.tap(pressed);
  }

  /** @returns {boolean} whether a piece was in the air */
  cancelDrag() {
    const { drag } = this;
    this.drag = null;
    drag?.stop();
    drag?.icon?.remove();
    if (drag) this.squares.get(drag.from)?.classList.remove("lifted");
    return Boolean(drag?.icon);
  }

  /** @param {PointerEvent} event @returns {string} the square there, or "" */
  under(event) {
    const node = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    return node instanceof HTMLElement && this.root.contains(node) ? node.dataset.square ?? "" : "";
  }
}

/** @param {string} square @param {string} letter @param {{picked: boolean, target: boolean, last: boolean, check: boolean, hinted: boolean}} states */
function spoken(square, letter, states) {
  const more = [letter ? pieceName(letter) : "empty", states.check && "in check", states.picked && "picked", states.target && "can go here", states.last && "last move", states.hinted && "hint"];
  return [square, ...more].filter(Boolean).join(", ");
}
