// @ts-check
import { el, keyed } from "../dom.js";
import { openCard } from "./card.js";

/** Open slots in the middle of the table for cards that will be passed on. */
export class Tray {
  /** @param {(card: string) => void} onTake a card in the tray was tapped */
  constructor(onTake) {
    this.title = el("p", { class: "tray-title" });
    this.slots = el("div", { class: "tray-slots", "aria-hidden": "true", on: { click: (/** @type {MouseEvent} */ event) => {
      const card = /** @type {HTMLElement} */ (event.target).closest("[data-card]");
      if (card instanceof HTMLElement && card.dataset.card) onTake(card.dataset.card);
    } } });
    this.root = el("div", { class: "tray", hidden: true }, this.title, this.slots);
  }

  /** @param {{title: string, count: number, cards: string[], done: boolean}|null} now */
  update(now) {
    this.root.hidden = !now;
    if (!now) return;
    this.title.textContent = now.title;
    this.root.classList.toggle("done", now.done);
    const slots = [...now.cards, ...Array.from({ length: Math.max(0, now.count - now.cards.length) }, (_, i) => `free ${i}`)];
    keyed(this.slots, slots, (slot) => slot, (slot) => (slot.startsWith("free") ? el("span", { class: "slot" }) : openCard(slot)));
  }
}
