// @ts-check
import { el, svg } from "../dom.js";

/** Cards are written as rank then suit: "QS", "TH". */

const SUITS = { C: ["club", "clubs"], D: ["diamond", "diamonds"], H: ["heart", "hearts"], S: ["spade", "spades"] };
const RANKS = { T: "10", J: "Jack", Q: "Queen", K: "King", A: "Ace" };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

let sheet = "/static/portal/cards.svg";

/** @param {string} address of the sheet of faces */
export function useSheet(address) {
  sheet = address;
}

/** @param {string} card @returns {string} "Queen of spades" */
export function cardName(card) {
  return `${RANKS[/** @type {"T"} */ (card[0])] ?? card[0]} of ${suitName(card[1])}`;
}

/** @param {string} suit @returns {string} "spades" */
export function suitName(suit) {
  return SUITS[/** @type {"C"} */ (suit)][1];
}

/** @param {string} card @returns {string} "Q♠", for lists */
export function cardSign(card) {
  return `${card[0] === "T" ? "10" : card[0]}${SIGNS[/** @type {"C"} */ (card[1])]}`;
}

/** @param {string} card @returns {SVGElement} */
export function face(card) {
  return svg("svg", { class: `face suit-${card[1].toLowerCase()}`, "aria-hidden": "true" }, svg("use", { href: `${sheet}#${card}` }));
}

/** A card lying open; decoration unless it is given a label. @param {string} card @param {string} [label] */
export function openCard(card, label) {
  return el("span", { class: "card", "data-card": card, role: label ? "img" : null, "aria-label": label ?? null, "aria-hidden": label ? null : "true" }, face(card));
}
