// @ts-check
import { el, keyed, painted, setAttr } from "../dom.js";
import { cardName, face } from "./card.js";
import { flyFrom } from "./flight.js";
import { Drag } from "./drag.js";

const STRIP = 34; // the least of an overlapped card that stays in sight, px
const SAG = 0.4; // px; how the arc of one row falls off, by the square of the places from its middle
const ROW = 0.64; // how far the second row lies below the first, in heights of a card

/**
 * One's own hand: overlapping cards in one row or two, a toolbar with one tab stop.
 *
 * @typedef {{state: "playable"|"barred"|"idle", reason: string, chosen: boolean, raised: boolean}} Look
 * @typedef {Object} Wishes
 * @property {(card: string, by: "mouse"|"touch"|"key") => void} tap
 * @property {(card: string) => void} drop      let go over the table
 * @property {(card: string) => string} refuse  why this card cannot be dragged out now; "" where it can
 * @property {HTMLElement} target               where it may be dropped
 */
export class Hand {
  /** @param {HTMLElement} root @param {Wishes} wishes @param {import("../settings.js").Settings} settings */
  constructor(root, wishes, settings) {
    this.root = root;
    this.wishes = wishes;
    this.settings = settings;
    root.classList.add("hand");
    root.setAttribute("role", "toolbar");
    root.setAttribute("aria-label", "Your hand");
    /** @type {string[]} */
    this.cards = [];
    this.most = 0; // cards at the start of this hand: the room is kept, so that nothing jumps as it shrinks
    this.at = "";
    this.pointer = "mouse";
    this.drag = new Drag(root, wishes);
    /** @type {object|null} the closing of ranks that is still to come */
    this.closing = null;
    root.addEventListener("pointerdown", (event) => (this.pointer = event.pointerType));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    this.wide = 0; // px; asking the page each time would have it laid out each time
    new ResizeObserver(([{ contentRect }]) => this.resized(contentRect.width)).observe(root);
    settings.addEventListener("change", () => this.layout());
  }

  /** @param {string[]} cards in order @param {(card: string) => Look} look @param {boolean} fresh a new hand begins @param {Map<string, import("./flight.js").Spot>|null} spots where cards lay, if they shall glide */
  update(cards, look, fresh, spots) {
    if (fresh) this.most = 0;
    const gone = this.cards.indexOf(this.at);
    const byKeys = this.root.querySelector(":focus-visible") !== null;
    const changed = cards.join() !== this.cards.join();
    const shrinks = cards.length < this.cards.length;
    this.cards = cards;
    this.most = Math.max(this.most, cards.length);
    if (!cards.includes(this.at)) this.at = cards[Math.min(Math.max(gone, 0), cards.length - 1)] ?? "";
    keyed(this.root, cards, (card) => card, make, (node, card) => show(node, card, look(card), card === this.at));
    if (changed && shrinks && spots) this.closeRanks(spots);
    else if (changed) this.layout(spots);
    if (byKeys && !this.root.contains(document.activeElement)) this.node(this.at)?.focus({ preventScroll: true });
  }

  /** The card that was played is seen first. @param {Map<string, import("./flight.js").Spot>} spots */
  async closeRanks(spots) {
    const mine = (this.closing = {});
    await painted();
    if (this.closing === mine) this.layout(spots);
  }

  /** @param {number} wide */
  resized(wide) {
    if (wide === this.wide) return;
    this.wide = wide;
    this.layout();
  }

  /** @param {string} card @returns {HTMLElement|null} */
  node(card) {
    return card ? this.root.querySelector(`[data-card="${card}"]`) : null;
  }

  /** @param {Map<string, import("./flight.js").Spot>|null} [spots] */
  layout(spots = null) {
    this.closing = null;
    const wide = (this.wide ||= this.root.clientWidth);
    if (!wide) return;
    const nodes = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const w = cardWidth(wide, this.settings.get("size"));
    const h = w * 1.4;
    const rows = rowsFor(this.cards.length, wide, w);
    const kept = rowsFor(this.most, wide, w);
    if (this.root.style.getPropertyValue("--w") !== `${w}px`) this.root.style.setProperty("--w", `${w}px`); // all faces inherit it
    const split = rows > 1 ? Math.ceil(nodes.length / 2) : nodes.length;
    const arc = rows === 1 && wide > 700 && innerHeight > 500;
    const sag = arc ? ((this.most - 1) / 2) ** 2 * SAG : 0; // how much lower than its middle the arc ends
    this.root.style.height = `${h * (kept > 1 ? 1 + ROW : 1) + sag + (arc ? 6 : 0)}px`;
    const spot = [nodes.slice(0, split), nodes.slice(split)];
    spot.forEach((row, r) => {
      const strip = Math.min(w * 0.7, (wide - w) / Math.max(1, row.length - 1));
      const left = (wide - w - strip * (row.length - 1)) / 2;
      row.forEach((node, i) => {
        const off = i - (row.length - 1) / 2;
        node.style.left = `${left + strip * i}px`;
        node.style.top = `${(kept > 1 ? (rows > 1 ? r : 1) : 0) * ROW * h + (arc ? off * off * SAG : 0)}px`;
        node.style.rotate = arc ? `${off * 0.7}deg` : ""; // no custom property: every shape of the face would inherit it
      });
    });
    for (const node of nodes) {
      const from = spots?.get(node.dataset.card ?? "");
      if (from) flyFrom(node, from);
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const node = /** @type {HTMLElement} */ (event.target).closest("button");
    const byKey = event.detail === 0;
    if (!node?.dataset.card || (this.drag.dragged && !byKey)) return;
    this.wishes.tap(node.dataset.card, byKey ? "key" : this.pointer === "mouse" ? "mouse" : "touch");
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const card = /** @type {HTMLElement} */ (event.target).dataset.card;
    if (!card || card === this.at) return;
    setAttr(this.node(this.at) ?? this.root, "tabindex", "-1");
    this.root.removeAttribute("tabindex");
    this.at = card;
    setAttr(/** @type {HTMLElement} */ (event.target), "tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const i = this.cards.indexOf(this.at);
    const half = Math.ceil(this.cards.length / 2);
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1, ArrowUp: i - half, ArrowDown: i + half, Home: 0, End: this.cards.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const wrapped = event.key.endsWith("t") ? (to + this.cards.length) % this.cards.length : Math.min(Math.max(to, 0), this.cards.length - 1);
    this.node(this.cards[wrapped])?.focus({ preventScroll: true });
  }
}

/** @param {string} card @returns {HTMLElement} */
function make(card) {
  return el("button", { type: "button", class: "card", "data-card": card, tabindex: "-1" }, face(card), el("span", { class: "tick", "aria-hidden": "true" }));
}

/** @param {HTMLElement} node @param {string} card @param {Look} look @param {boolean} stop */
function show(node, card, look, stop) {
  node.classList.toggle("barred", look.state === "barred");
  node.classList.toggle("chosen", look.chosen);
  node.classList.toggle("raised", look.raised || look.chosen);
  setAttr(node, "tabindex", stop ? "0" : "-1");
  setAttr(node, "aria-pressed", look.chosen || look.raised ? "true" : null);
  setAttr(node, "aria-disabled", look.state === "barred" ? "true" : null);
  setAttr(node, "aria-label", look.state === "barred" ? `${cardName(card)}, cannot be played: ${look.reason}` : cardName(card));
}

/** @param {number} wide @param {string} size */
function cardWidth(wide, size) {
  const base = innerHeight < 480 ? 58 : wide < 600 ? 66 : wide < 1000 ? 84 : 92;
  return Math.round(base * ({ small: 0.87, large: 1.18 }[size] ?? 1));
}

/** @param {number} cards @param {number} wide @param {number} w */
function rowsFor(cards, wide, w) {
  return cards > 1 && (wide - w) / (cards - 1) < STRIP ? 2 : 1;
}
