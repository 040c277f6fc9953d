// @ts-check
import { counted, list } from "../dom.js";
import { cardName, cardSign, suitName } from "./card.js";
import { CardTable } from "./table.js";

/**
 * What every game of tricks does with a hand: it shows the table, says why a card is barred, and plays a card by click,
 * tap, drag or key. A game extends it with what else there is. It reads these keys of the view: phase ("playing" while
 * cards are played), hand_number, hand, counts, trick, tricks, taken, dealer, due, legal, why.
 * @typedef {import("../contract.js").Doc} Doc
 */
export class TrickGame {
  /** @param {import("../contract.js").Root} root @param {import("../contract.js").Api} api */
  constructor(root, api) {
    this.api = api;
    this.hinted = /** @type {string[]} */ ([]);
    this.table = new CardTable(root, api, { tap: (card, by) => this.tap(card, by), drop: (card) => this.drop(card), refuse: (card) => this.refuse(card) });
  }

  get game() {
    return this.api.doc()?.game;
  }

  // --- What is shown ---

  look() {
    this.table.look();
  }

  /** @param {Doc} doc @param {Doc|null} previous */
  update(doc, previous) {
    const own = doc.you?.seat ?? 0;
    if (doc.game.hand_number !== previous?.game?.hand_number || doc.you?.turn !== previous?.you?.turn) this.hinted = [];
    this.table.update(this.layout(doc.game), (card) => this.showing(card, doc), own, doc.you !== null, previous !== null);
  }

  /** @param {any} game @returns {import("./table.js").Layout} */
  layout(game) {
    return {
      number: game.hand_number, hand: game.hand, counts: game.counts, trick: game.trick?.cards ?? [], finished: game.tricks,
      taken: game.taken, dealer: game.dealer, pass: null,
    };
  }

  /** @param {string} card @param {Doc} doc @returns {import("./hand.js").Look} */
  showing(card, { game }) {
    const reason = this.barred(card, game);
    const raised = this.hinted.includes(card) || (this.playing(game) && this.api.choices.get("raised") === card);
    return { state: reason ? "barred" : "idle", reason, chosen: false, raised };
  }

  /** Why a card cannot be played now; "" where it can, or where nothing is due. @param {string} card @param {any} game @returns {string} */
  barred(card, game) {
    const open = !this.playing(game) || game.legal.acts.includes(`play ${card}`);
    return open ? "" : game.why?.[card]?.sentence ?? "That card is not allowed now.";
  }

  /** @param {any} game @returns {boolean} */
  playing(game) {
    return game?.phase === "playing" && Boolean(game.legal?.acts.length);
  }

  /** @param {Doc} doc @returns {string} */
  statusLine({ game }) {
    if (!this.playing(game)) return "";
    const led = game.trick?.cards[0]?.card;
    const raised = this.api.choices.get("raised");
    if (raised) return `Press ${cardSign(raised)} again to play it.`;
    return led ? `Your turn: ${suitName(led[1])} were led.` : "Your turn: lead a card.";
  }

  // --- What happened, in words ---

  /** @param {Doc} previous @param {Doc} doc @returns {string[]} */
  describeEvent(previous, doc) {
    const was = previous.game;
    const { game } = doc;
    if (!was || was.hand_number !== game.hand_number) return game.hand.length ? [`Hand ${game.hand_number}. You hold ${list(game.hand.map(spoken))}.`] : [];
    return this.changes(previous, doc);
  }

  /** What happened within one hand. @param {Doc} previous @param {Doc} doc @returns {string[]} */
  changes(previous, doc) {
    const { game, seats } = doc;
    const said = [];
    for (const { seat, card, end } of plays(game).slice(plays(previous.game).length)) {
      if (seat !== doc.you?.seat || previous.you === null) said.push(`${seats[seat].name} played ${spoken(card)}.`);
      if (end) said.push(`${seats[end.winner].name} took the trick${end.points ? ` with ${counted(end.points, "point")}` : ""}.`);
    }
    return said;
  }

  // --- What the player does ---

  /** @param {string} card @param {"mouse"|"touch"|"key"} by */
  tap(card, by) {
    if (this.refuse(card)) return;
    if (this.sure("raised", card, by)) return this.play(card);
    this.api.choices.set("raised", card);
    this.api.refresh();
  }

  /** Whether a press means it: a second one on the same thing does, and a key or a click where the settings say so. @param {string} choice @param {string} value @param {"mouse"|"touch"|"key"} by */
  sure(choice, value, by) {
    const { choices, settings } = this.api;
    return by === "key" || (by === "mouse" && settings.get("clicks") === "one") || choices.get(choice) === value;
  }

  /** Says why, where nothing can be done with this card. @param {string} card @returns {string} */
  refuse(card) {
    const reason = this.refusal(card, this.game);
    if (reason) {
      this.api.say(reason, "bad");
      this.api.sound("refuse");
    }
    return reason;
  }

  /** @param {string} card @param {any} game @returns {string} */
  refusal(card, game) {
    return this.playing(game) ? this.barred(card, game) : "It is not your turn yet.";
  }

  /** @param {string} card */
  drop(card) {
    this.play(card);
  }

  /** @param {string} card */
  play(card) {
    this.api.choices.set("raised", null);
    this.hinted = [];
    this.api.act(`play ${card}`);
  }

  /** @param {Doc} doc @param {string} act @returns {Doc} */
  predict(doc, act) {
    const [verb, card] = act.split(" ");
    const seat = doc.you?.seat ?? -1;
    const { game } = doc;
    const now = { ...game, due: game.due.filter((/** @type {number} */ s) => s !== seat), why: {}, legal: null };
    if (verb !== "play") return { ...doc, game: now };
    const hand = game.hand.filter((/** @type {string} */ other) => other !== card);
    const counts = game.counts.map((/** @type {number} */ n, /** @type {number} */ s) => (s === seat ? n - 1 : n));
    const trick = { leader: game.trick?.leader ?? seat, cards: [...(game.trick?.cards ?? []), { seat, card }] };
    return { ...doc, game: { ...now, hand, counts, trick } };
  }

  /** @param {string} act */
  hint(act) {
    this.hinted = act.split(" ").slice(1);
    this.api.refresh();
  }

  /** @returns {boolean} */
  escape() {
    return this.table.cancelDrag() || this.forget("raised");
  }

  /** Drops a half-made choice; false if there was none. @param {string} choice @returns {boolean} */
  forget(choice) {
    const { choices } = this.api;
    if (!this.game || !choices.get(choice)) return false;
    choices.set(choice, null);
    this.api.refresh();
    return true;
  }

  /** @returns {Promise<void>} */
  settled() {
    return this.table.trick.idle;
  }

  help = /** @type {[string, string][]} */ ([
    ["Mouse", "Click a card to play it. Settings can ask for a second click."],
    ["Touch", "Tap a card to raise it, tap it again to play it. Tap another to change your mind."],
    ["Drag", "Pull a card onto the felt to play it."],
    ["Arrow keys", "Move along your hand; Home and End go to its ends."],
    ["Enter or Space", "Plays the card."],
    ["Escape", "Cancels a drag or a selection, then closes a window, then leaves full screen."],
  ]);
}

/** All cards played in this hand, in order; `end` on the last one of a trick. @param {any} game */
function plays(game) {
  const done = game.tricks.flatMap((/** @type {any} */ trick) => trick.cards.map((/** @type {any} */ played, /** @type {number} */ i) => ({ ...played, end: i === trick.cards.length - 1 ? trick : null })));
  return [...done, ...(game.trick?.cards ?? [])];
}

/** @param {string} card */
export function spoken(card) {
  return cardName(card).toLowerCase();
}
