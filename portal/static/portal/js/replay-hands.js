// @ts-check
import { cardName } from "./cards/card.js";
import { el } from "./dom.js";

const SUITS = [["S", "♠"], ["H", "♥"], ["D", "♦"], ["C", "♣"]];

/**
 * The open cards of a seat that is not looked from, suit by suit, in place of its face-down fan.
 * @param {HTMLElement} extra the seat's place for what belongs to the game @param {string[]} cards @param {string} name
 */
export function openHand(extra, cards, name) {
  for (const fan of /** @type {NodeListOf<HTMLElement>} */ (extra.querySelectorAll(".fan"))) fan.hidden = true;
  const shown = extra.querySelector(":scope > .open-hand");
  const key = cards.join(" ");
  if (shown instanceof HTMLElement && shown.dataset.cards === key) return;
  shown?.remove();
  const words = cards.length ? `${name} holds ${cards.map((card) => cardName(card).toLowerCase()).join(", ")}` : `${name} has no cards left`;
  extra.prepend(el("div", { class: "open-hand", role: "img", "aria-label": words, "data-cards": key, hidden: !cards.length }, ...SUITS.map(([suit, sign]) => row(cards.filter((card) => card[1] === suit), suit, sign))));
}

/** @param {string[]} cards @param {string} suit @param {string} sign */
function row(cards, suit, sign) {
  const ranks = cards.map((card) => (card[0] === "T" ? "10" : card[0])).reverse();
  return el("p", { class: `suit-${suit.toLowerCase()}` }, el("span", { text: sign }), el("span", { class: "number", text: ranks.join(" ") || "–" }));
}
