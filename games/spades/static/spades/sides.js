// @ts-check
import { button, el, keyed, list, setText } from "../portal/js/dom.js";

const HEADS = ["Bid", "Won", "Bags", "Total"];

/** What the two sides have bid and taken, their bags and totals, in a corner of the felt. */
export class Sides {
  /** @param {() => void} onLastTrick */
  constructor(onLastTrick) {
    this.rows = el("tbody");
    const heads = HEADS.map((text) => el("th", { scope: "col", text }));
    this.last = button("Last trick", onLastTrick, "small");
    this.root = el("div", { class: "sides" },
      el("table", { "aria-label": "The sides" }, el("thead", {}, el("tr", {}, el("td"), ...heads)), this.rows), this.last);
  }

  /** @param {import("../portal/js/contract.js").Doc} doc */
  update({ game, you, seats }) {
    const own = you ? you.seat % game.sides.length : 0;
    const order = game.sides.map((/** @type {number[]} */ _, /** @type {number} */ i) => (own + i) % game.sides.length);
    this.last.hidden = !game.tricks.length;
    keyed(this.rows, order, (side) => `${side}`, () => el("tr", {}, el("th", { scope: "row" }), ...HEADS.map((text) => el("td", { class: "number", "data-label": text.toLowerCase() }))), (row, side) => {
      const names = list(game.sides[side].map((/** @type {number} */ seat) => seats[seat].name));
      const cells = [you ? (side === own ? "We" : "They") : names, game.contract[side], game.side_tricks[side], game.bags[side], game.totals[side]];
      [...row.children].forEach((cell, i) => setText(cell, String(cells[i])));
      row.title = names;
    });
  }
}
