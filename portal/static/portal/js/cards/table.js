// @ts-check
import { el, setAttr } from "../dom.js";
import { placeOf } from "../plates.js";
import { useSheet } from "./card.js";
import { Fan, Pile } from "./fan.js";
import { flyFrom, ghost, moves, spotOf, useSettings } from "./flight.js";
import { Hand } from "./hand.js";
import { Trick } from "./trick.js";

const DEAL_MS = 28; // between two cards of a deal

/**
 * @typedef {import("./flight.js").Spot} Spot
 * @typedef {{cards: Map<string, Spot>, hands: Spot[], middle: Spot}} Spots
 *
 * What lies on a table where tricks are taken, in a game's own terms.
 * @typedef {Object} Layout
 * @property {number} number        of the hand
 * @property {string[]} hand        own cards in order
 * @property {number[]} counts      cards in hand by seat
 * @property {import("./trick.js").Played[]} trick
 * @property {import("./trick.js").Finished[]} finished
 * @property {number[]} taken       tricks by seat
 * @property {number|null} dealer
 * @property {{received: string[], passed: string[], from: number, to: number, step: number, count: number}|null} pass
 *           once the cards of this hand have been passed; `step`: from a seat to the one that gets its cards
 */
export class CardTable {
  /**
   * @param {import("../contract.js").Root} root @param {import("../contract.js").Api} api
   * @param {Omit<import("./hand.js").Wishes, "target">} wishes
   */
  constructor(root, api, wishes) {
    this.root = root;
    this.api = api;
    useSheet(api.cards);
    useSettings(api.settings);
    this.hand = new Hand(root.hand, { ...wishes, target: root.stage }, api.settings);
    this.trick = new Trick({
      place: (seat) => placeOf(seat, this.own, this.seats),
      pile: (seat) => this.piles[seat].root,
      name: api.name,
      collected: () => this.showPiles(),
      sound: api.sound,
    });
    this.trick.appeared = (node, seat) => node && flyFrom(node, this.handSpot(seat));
    root.centre.append(this.trick.root);
    /** @type {Fan[]} */
    this.fans = [];
    /** @type {Pile[]} */
    this.piles = [];
    this.own = 0;
    this.seats = 0;
    this.seated = false;
    /** @type {Layout|null} */
    this.shown = null;
    /** @type {Spots|null} where everything lay before the update that comes */
    this.spots = null;
  }

  /** @param {Layout} now @param {(card: string) => import("./hand.js").Look} look @param {number} own @param {boolean} seated @param {boolean} animate */
  update(now, look, own, seated, animate) {
    this.seat(now.counts.length, own, seated);
    const before = this.shown;
    const { spots } = this;
    const live = animate && before !== null && spots !== null;
    this.shown = now;
    this.spots = null;
    const fresh = now.number !== before?.number || (before.hand.length === 0 && now.hand.length > 0 && !now.finished.length);
    this.hand.update(now.hand, look, fresh, live && !fresh ? spots.cards : null);
    this.seated = seated;
    const dealt = live && fresh && now.counts.some((count) => count > 0);
    if (!dealt) for (let seat = 0; seat < this.seats; seat++) this.showFan(seat);
    this.trick.update({ hand: now.number, cards: now.trick, finished: now.finished }, { animate: live, own: seated ? own : -1 });
    if (!this.trick.held) this.showPiles();
    if (dealt) this.deal(now, spots);
    else if (live) this.play(now, before, spots);
  }

  /** Fans and piles of every seat, in the plates of the page. @param {number} seats @param {number} own @param {boolean} seated */
  seat(seats, own, seated) {
    this.own = own;
    this.seats = seats;
    for (let seat = 0; seat < seats; seat++) {
      this.fans[seat] ??= new Fan();
      this.piles[seat] ??= new Pile();
      const { extra } = this.api.plate(seat);
      if (this.piles[seat].root.parentElement !== extra) extra.replaceChildren(this.fans[seat].root, this.piles[seat].root);
    }
    setAttr(this.root.hand, "hidden", !seated);
  }

  /** @param {number} seat */
  showFan(seat) {
    this.fans[seat].update(this.seated && seat === this.own ? 0 : this.shown?.counts[seat] ?? 0);
  }

  /** A trick that is still being looked at is not on its winner's pile yet. */
  showPiles() {
    this.shown?.taken.forEach((count, seat) => this.piles[seat]?.update(count));
  }

  /** Before anything changes the page is laid out already, so that looking costs nothing. */
  look() {
    this.spots = this.shown && moves() ? this.measure() : null;
  }

  /** @returns {Spots} */
  measure() {
    const cards = new Map();
    for (const node of [...this.root.hand.children, ...this.trick.root.children]) {
      if (!node.classList.contains("leaving")) cards.set(/** @type {HTMLElement} */ (node).dataset.card, spotOf(/** @type {HTMLElement} */ (node)));
    }
    const middle = { ...spotOf(this.root.centre), w: 28 };
    return { cards, middle, hands: this.fans.slice(0, this.seats).map((_, seat) => this.handSpot(seat)) };
  }

  /** @param {number} seat @returns {import("./flight.js").Spot} */
  handSpot(seat) {
    const fan = this.fans[seat].root;
    const spot = spotOf(fan.hidden ? (fan.offsetParent ? fan : this.api.plate(seat).box) : fan);
    return { ...spot, w: 28 };
  }

  /** Plays the difference. @param {Layout} now @param {Layout} before @param {Spots} spots */
  play(now, before, spots) {
    const lay = new Set(lying(before).map(({ card }) => card));
    for (const node of /** @type {HTMLElement[]} */ ([...this.trick.root.children])) {
      const card = node.dataset.card ?? "";
      if (lay.has(card) || node.classList.contains("leaving")) continue;
      const played = lying(now).find((p) => p.card === card);
      if (!played) continue;
      flyFrom(node, spots.cards.get(card) ?? spots.hands[played.seat]);
      this.api.sound("card");
    }
    const passed = now.pass && !before.pass && before.number === now.number ? now.pass : null;
    for (const card of now.hand) {
      const node = this.hand.node(card);
      if (!node || before.hand.includes(card)) continue;
      const from = spots.cards.get(card) ?? (passed ? spots.hands[passed.from] : null);
      if (from) flyFrom(node, from, passed ? 250 : 0);
    }
    if (passed) this.pass(passed, spots);
  }

  /** @param {Layout} now @param {Spots} spots */
  deal(now, { middle, hands }) {
    this.api.sound("deal");
    const from = now.dealer === null || now.dealer === this.own ? middle : hands[now.dealer];
    [...this.hand.root.children].forEach((card, i) => flyFrom(/** @type {HTMLElement} */ (card), from, i * DEAL_MS));
    setTimeout(() => this.dealFan(0, middle), DEAL_MS);
  }

  /** One seat after the other: all at once is more than a slow machine does within a frame. @param {number} seat @param {Spot} middle */
  dealFan(seat, middle) {
    if (seat >= this.seats) return;
    this.showFan(seat);
    [...this.fans[seat].root.children].forEach((card, i) => flyFrom(/** @type {HTMLElement} */ (card), middle, i * DEAL_MS));
    setTimeout(() => this.dealFan(seat + 1, middle), DEAL_MS);
  }

  /** @param {NonNullable<Layout["pass"]>} pass @param {Spots} spots */
  pass(pass, spots) {
    this.api.sound("trick");
    for (let seat = 0; seat < this.seats; seat++) {
      const to = spots.hands[(seat + pass.step) % this.seats];
      const own = pass.passed.length > 0 && seat === this.own;
      const from = own ? pass.passed.map((card) => spots.cards.get(card)) : Array.from({ length: pass.count }, () => spots.hands[seat]);
      from.forEach((spot, i) => spot && ghost(el("i", { class: "back" }), { ...spot, w: 28 }, to, i * 60));
    }
  }

  /** @returns {boolean} whether there was a drag to cancel */
  cancelDrag() {
    return this.hand.drag.cancel();
  }
}

/** Cards in the middle: those of the trick that is played, and of the last one, which may still be looked at. @param {Layout} layout */
function lying({ trick, finished }) {
  return [...trick, ...(finished.at(-1)?.cards ?? [])];
}
