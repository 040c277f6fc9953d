// @ts-check
import { el, setAttr, counted } from "../dom.js";

/** Face-down cards in a hand that is not one's own; the player's side of them is the closed one. */
export class Fan {
  constructor() {
    this.root = el("div", { class: "fan", role: "img" });
    this.count = -1;
  }

  /** @param {number} count */
  update(count) {
    if (count === this.count) return;
    this.count = count;
    while (this.root.children.length > count) this.root.lastElementChild?.remove();
    while (this.root.children.length < count) this.root.append(el("i", { class: "back" }));
    const middle = Math.max((count - 1) / 2, 3); // the fewer the cards, the flatter the fan
    [...this.root.children].forEach((card, i) => /** @type {HTMLElement} */ (card).style.setProperty("--at", ((i - (count - 1) / 2) / middle).toFixed(2)));
    setAttr(this.root, "aria-label", counted(count, "card"));
    this.root.hidden = count === 0;
  }
}

/** Tricks taken, face down beside the seat, one to count for each. */
export class Pile {
  constructor() {
    this.cards = el("span", { class: "pile-cards", "aria-hidden": "true" });
    this.text = el("span", { class: "pile-count number" });
    this.root = el("div", { class: "pile" }, this.cards, this.text);
    this.count = -1;
  }

  /** @param {number} count */
  update(count) {
    if (count === this.count) return;
    this.count = count;
    while (this.cards.children.length > count) this.cards.lastElementChild?.remove();
    while (this.cards.children.length < count) this.cards.append(el("i", { class: "back" }));
    this.text.textContent = count ? counted(count, "trick") : "";
    this.root.classList.toggle("none", count === 0);
  }
}
