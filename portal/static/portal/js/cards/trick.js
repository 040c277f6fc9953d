// @ts-check
import { el, keyed } from "../dom.js";
import { cardName, openCard } from "./card.js";
import { flyTo, moves, spotOf, turnOver } from "./flight.js";

const HOLD_MS = 900; // a finished trick lies open this long
const SOON_MS = 350; // … once somebody has led to the next one

/**
 * @typedef {{seat: number, card: string}} Played
 * @typedef {{cards: Played[], winner: number}} Finished
 */

/** The middle of the table. A finished trick is looked at, turned over and taken; one's own play never waits for that. */
export class Trick {
  /**
   * @param {{place: (seat: number) => string, pile: (seat: number) => HTMLElement, name: (seat: number) => string,
   *          collected: () => void, sound: (name: string) => void}} table
   */
  constructor(table) {
    this.table = table;
    this.root = el("ul", { class: "trick", "aria-label": "Cards on the table" });
    this.done = 0; // finished tricks of this hand that have been seen
    this.hand = -1;
    /** @type {{winner: number, since: number, timer: number}|null} */
    this.held = null;
    /** @type {Played[]} */
    this.next = [];
    /** @type {Promise<void>} */
    this.idle = Promise.resolve();
    this.release = () => {};
  }

  /**
   * @param {{hand: number, cards: Played[], finished: Finished[]}} now
   * @param {{animate: boolean, own: number}} how `own`: the viewer's seat, whose own lead ends any waiting
   */
  update({ hand, cards, finished }, { animate, own }) {
    this.next = cards;
    const more = finished.length - this.done;
    const fresh = hand !== this.hand;
    this.hand = hand;
    this.done = finished.length;
    if (fresh || more < 0 || !animate || !moves()) return this.truth();
    if (more > 0) {
      if (this.held) this.truth(); // several are pending: only the last one is shown
      this.hold(/** @type {Finished} */ (finished.at(-1)));
    } else if (!this.held) this.draw(cards, -1);
    if (this.held && cards.length) {
      if (cards.some((played) => played.seat === own)) this.truth();
      else this.collectIn(Math.max(0, SOON_MS - (performance.now() - this.held.since)));
    }
  }

  /** What lies there now, without waiting for anything. */
  truth() {
    if (this.held) clearTimeout(this.held.timer);
    this.held = null;
    for (const card of this.root.querySelectorAll(".leaving")) card.remove();
    this.draw(this.next, -1);
    this.table.collected();
    this.release();
  }

  /** @param {Finished} trick */
  hold(trick) {
    this.release();
    this.idle = new Promise((done) => (this.release = done));
    this.held = { winner: trick.winner, since: performance.now(), timer: 0 };
    this.draw(trick.cards, trick.winner);
    this.collectIn(HOLD_MS);
  }

  /** @param {number} ms */
  collectIn(ms) {
    if (!this.held) return;
    clearTimeout(this.held.timer);
    this.held.timer = setTimeout(() => this.collect(), ms);
  }

  async collect() {
    const { held } = this;
    if (!held) return;
    const cards = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(":scope > :not(.leaving)")]);
    const to = spotOf(this.table.pile(held.winner));
    const from = cards.map(spotOf);
    for (const card of cards) {
      card.dataset.key += " leaving";
      card.classList.add("leaving");
    }
    this.held = null;
    this.table.sound("trick");
    await Promise.all(cards.map((card) => turnOver(card, 140)));
    await Promise.all(cards.map((card, i) => flyTo(card, from[i], to, { delay: i * 15, scale: 0.3 })));
    for (const card of cards) card.remove();
    if (!this.held) this.draw(this.next, -1, true);
    this.table.collected();
    this.release();
  }

  /** @param {Played[]} cards @param {number} winner @param {boolean} [late] */
  draw(cards, winner, late = false) {
    const nodes = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const known = new Set(nodes.map((node) => node.dataset.key));
    const leaving = nodes.filter((node) => node.classList.contains("leaving")); // they stay where they are: to move one is to draw it anew
    keyed(this.root, [...leaving, ...cards], (one) => ("card" in one ? one.card : one.dataset.key ?? ""), (one) => ("card" in one ? this.make(one) : one),
      (node, one) => "card" in one && node.classList.toggle("wins", one.seat === winner));
    if (late) for (const { seat, card } of cards) if (!known.has(card)) this.appeared?.(this.node(card), seat);
  }

  /** Called for a card that had to wait until the trick before it was gone. @type {((node: HTMLElement|null, seat: number) => void)|null} */
  appeared = null;

  /** @param {string} card @returns {HTMLElement|null} */
  node(card) {
    return this.root.querySelector(`:scope > :not(.leaving)[data-card="${card}"]`);
  }

  /** @param {Played} played */
  make({ seat, card }) {
    return el("li", { class: `card at-${this.table.place(seat)}`, "data-card": card },
      ...openCard(card).childNodes, el("span", { class: "visually-hidden", text: `${this.table.name(seat)}: ${cardName(card)}` }));
  }
}
