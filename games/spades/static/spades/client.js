// @ts-check
import { Bids } from "../portal/js/cards/bids.js";
import { cardSign } from "../portal/js/cards/card.js";
import { TrickGame } from "../portal/js/cards/tricks.js";
import { addSheet, counted, list } from "../portal/js/dom.js";
import { Sides } from "./sides.js";

/**
 * Spades' part of the table page: bids, nils and what the sides still need. It holds no rule of the game.
 * @typedef {import("../portal/js/contract.js").Doc} Doc
 * @param {import("../portal/js/contract.js").Root} root
 * @param {import("../portal/js/contract.js").Api} api
 * @returns {import("../portal/js/contract.js").GameClient}
 */
export function mount(root, api) {
  addSheet(new URL("client.css", import.meta.url).href);
  return new Spades(root, api);
}

class Spades extends TrickGame {
  /** @param {import("../portal/js/contract.js").Root} root @param {import("../portal/js/contract.js").Api} api */
  constructor(root, api) {
    super(root, api);
    this.bids = new Bids((act, by) => this.pick(act, by));
    this.sides = new Sides(() => this.tellLastTrick());
    root.centre.append(this.bids.root);
    root.stage.querySelector(":scope > .sides")?.remove();
    root.stage.append(this.sides.root);
  }

  // --- What is shown ---

  /** @param {Doc} doc @param {Doc|null} previous */
  update(doc, previous) {
    super.update(doc, previous);
    this.sides.update(doc);
    const due = this.bidding(doc.game);
    this.bids.update(due ? { title: "How many tricks will you take?", bids: doc.game.legal.acts.map(bidOf), raised: this.api.choices.get("bid") ?? `bid ${this.hinted[0] ?? ""}` } : null);
  }

  /** @param {any} game @returns {boolean} */
  bidding(game) {
    return game?.phase === "bidding" && Boolean(game.legal?.acts.length);
  }

  /** @param {string} card @param {any} game */
  refusal(card, game) {
    return game.phase === "bidding" ? "Cards are played once everybody has bid." : super.refusal(card, game);
  }

  /** @param {Doc} doc @returns {string} */
  statusLine(doc) {
    const { game, you, seats } = doc;
    if (!this.bidding(game) || !you) return super.statusLine(doc);
    const partner = partnerOf(you.seat, game);
    const bid = game.bids[partner];
    const picked = this.api.choices.get("bid");
    if (picked) return `Press ${bidOf(picked).text} again to bid it.`;
    return bid === null ? "Your bid: how many tricks will you take?" : `Your bid. ${seats[partner].name}, your partner, bid ${bid || "nil"}.`;
  }

  /** @param {Doc} doc */
  facts({ game }) {
    return [game.trick ? `Trick ${game.trick_number}` : "", game.spades_broken ? "Spades broken" : ""].filter(Boolean);
  }

  /** @param {Doc} doc @param {number} seat */
  marks({ game, you }, seat) {
    return [
      game.bids[seat] === 0 && game.phase !== "bidding" && (game.taken[seat] ? "Nil broken" : "Nil"),
      you && game.phase === "bidding" && seat === partnerOf(you.seat, game) && "Partner",
      game.dealer === seat && "Dealer",
      game.phase === "playing" && game.trick?.leader === seat && "Leads",
    ].filter((mark) => typeof mark === "string");
  }

  /** @param {Doc} doc @param {number} seat */
  score({ game }, seat) {
    const bid = game.bids[seat];
    const taken = counted(game.taken[seat], "trick");
    if (bid === null) return { text: game.phase === "bidding" ? "No bid yet" : "", label: "" };
    if (game.phase === "bidding") return { text: `Bid ${bid || "nil"}`, label: "" };
    return bid ? { text: `${game.taken[seat]} of ${bid}`, label: `${taken} of ${bid} bid` } : { text: `${game.taken[seat]} taken`, label: `${taken}, bid nil` };
  }

  /** @param {Doc} doc */
  scores({ game }) {
    return game.hand_number ? { hands: game.hands, current: null, totals: game.totals, lowWins: false, sides: game.sides } : null;
  }

  /** @param {any} note @param {Doc} doc @returns {string} */
  note({ code, side, seat, contract, tricks }, { game, seats }) {
    const who = list((game.sides[side] ?? [seat]).map((/** @type {number} */ one) => seats[one].name));
    return {
      made: `${who} bid ${contract} and took ${tricks}.`,
      set: `${who} bid ${contract} and took only ${tricks}.`,
      bags: `Ten bags cost ${who} 100 points.`,
      "nil-kept": `${who} kept the nil.`,
      "nil-broken": `${who} broke the nil.`,
    }[/** @type {"made"} */ (code)] ?? "";
  }

  // --- What happened, in words ---

  /** @param {Doc} previous @param {Doc} doc @returns {string[]} */
  changes(previous, doc) {
    const was = previous.game;
    const { game, seats, you } = doc;
    const all = game.seats;
    const order = Array.from({ length: all }, (_, i) => (game.dealer + 1 + i) % all);
    const own = you ? you.seat % game.sides.length : 0;
    return [
      ...order.filter((seat) => game.bids[seat] !== was.bids[seat] && game.bids[seat] !== null).map((seat) => `${seats[seat].name} bid ${game.bids[seat] || "nil"}.`),
      was.phase === "bidding" && game.phase === "playing" && `${you ? "Your side" : sideName(0, doc)} bid ${game.contract[own]}, ${you ? "the others" : sideName(1, doc)} ${game.contract[1 - own]}.`,
      ...super.changes(previous, doc),
      ...order.filter((seat) => game.bids[seat] === 0 && game.taken[seat] && !was.taken[seat]).map((seat) => `${seats[seat].name} has broken the nil.`),
      game.spades_broken && !was.spades_broken && "Spades are broken.",
    ].filter((words) => typeof words === "string");
  }

  tellLastTrick() {
    const doc = this.api.doc();
    const last = doc?.game.tricks.at(-1);
    if (!doc || !last) return this.api.say("No trick has been taken in this hand yet.");
    const laid = last.cards.map((/** @type {{seat: number, card: string}} */ { seat, card }) => `${this.api.name(seat)} ${cardSign(card)}`);
    this.api.say(`Last trick: ${list(laid)}. ${this.api.name(last.winner)} took it.`);
  }

  // --- What the player does ---

  /** @param {string} act @param {"mouse"|"touch"|"key"} by */
  pick(act, by) {
    const sure = this.sure("bid", act, by);
    this.api.choices.set("bid", sure ? null : act);
    if (sure) this.api.act(act);
    else this.api.refresh();
  }

  /** @param {Doc} doc @param {string} act @returns {Doc} */
  predict(doc, act) {
    const after = super.predict(doc, act);
    const [verb, what] = act.split(" ");
    if (verb !== "bid") return after;
    const bids = after.game.bids.map((/** @type {number|null} */ bid, /** @type {number} */ seat) => (seat === doc.you?.seat ? Number(what) || 0 : bid));
    return { ...after, game: { ...after.game, bids } };
  }

  /** @returns {boolean} */
  escape() {
    return super.escape() || this.forget("bid");
  }

  help = /** @type {[string, string][]} */ ([["Bidding", "Click a number, or tap it twice. With the keyboard: Tab to the bids, arrows, Enter."], ["Nil", "A bid of no trick at all. Kept it earns points, broken it costs as many; Rules says how many here."], ["Bags", "Tricks beyond the bid: each is worth a point, but ten of them cost 100."], ...this.help]);
}

/** @param {number} seat @param {any} game @returns {number} */
function partnerOf(seat, game) {
  return (seat + game.seats / 2) % game.seats;
}

/** @param {number} side @param {Doc} doc @returns {string} */
function sideName(side, { game, seats }) {
  return list(game.sides[side].map((/** @type {number} */ seat) => seats[seat].name));
}

/** @param {string} act @returns {import("../portal/js/cards/bids.js").Bid} */
function bidOf(act) {
  const what = act.split(" ")[1];
  return what === "nil" ? { act, text: "Nil", label: "Bid nil: take no trick" } : { act, text: what, label: `Bid ${counted(Number(what), "trick")}` };
}
