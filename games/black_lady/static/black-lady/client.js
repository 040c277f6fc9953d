// @ts-check
import { cardName, cardSign, suitName } from "../portal/js/cards/card.js";
import { CardTable } from "../portal/js/cards/table.js";
import { Tray } from "../portal/js/cards/tray.js";
import { button, counted, list } from "../portal/js/dom.js";
import { whereabouts } from "../portal/js/plates.js";

/**
 * Black Lady's part of the table page: passing and playing cards. It holds no rule of the game.
 * @typedef {import("../portal/js/contract.js").Doc} Doc
 * @param {import("../portal/js/contract.js").Root} root
 * @param {import("../portal/js/contract.js").Api} api
 * @returns {import("../portal/js/contract.js").GameClient}
 */
export function mount(root, api) {
  return new BlackLady(root, api);
}

class BlackLady {
  /** @param {import("../portal/js/contract.js").Root} root @param {import("../portal/js/contract.js").Api} api */
  constructor(root, api) {
    this.api = api;
    this.hinted = /** @type {string[]} */ ([]);
    this.table = new CardTable(root, api, { tap: (card, by) => this.tap(card, by), drop: (card) => this.drop(card), refuse: (card) => this.refuse(card) });
    this.tray = new Tray((card) => this.choosing(this.game) && this.toggle(card));
    root.centre.append(this.tray.root);
    this.confirm = button("Pass these cards", () => this.pass(), "primary");
    this.takeBack = button("Take back", () => this.unpass());
    this.tray.root.append(this.confirm, this.takeBack);
    this.lastPass = /** @type {{hand: number, cards: string[]}} */ ({ hand: 0, cards: [] });
  }

  get game() {
    return this.api.doc()?.game;
  }

  // --- What is shown ---

  /** @param {Doc} doc @param {Doc|null} previous */
  update(doc, previous) {
    const game = doc.game;
    const own = doc.you?.seat ?? 0;
    if (game.hand_number !== previous?.game?.hand_number || doc.you?.turn !== previous?.you?.turn) this.hinted = [];
    this.table.update(layoutOf(game), (card) => this.look(card, doc), own, doc.you !== null, previous !== null);
    this.showPassing(doc);
  }

  /** @param {string} card @param {Doc} doc @returns {import("../portal/js/cards/hand.js").Look} */
  look(card, doc) {
    const { game } = doc;
    const reason = this.barred(card, game);
    const chosen = game.phase === "passing" && (game.pass?.mine ?? this.chosen(game)).includes(card);
    const raised = this.hinted.includes(card) || (this.playing(game) && this.api.choices.get("raised") === card);
    return { state: reason ? "barred" : "idle", reason, chosen, raised };
  }

  /** Why a card cannot be chosen or played now; "" where it can, or where nothing is due. @param {string} card @param {any} game */
  barred(card, game) {
    const open = this.choosing(game) ? game.legal.of.includes(card) : !this.playing(game) || game.legal.acts.includes(`play ${card}`);
    return open ? "" : game.why?.[card]?.sentence ?? "That card is not allowed now.";
  }

  /** @param {any} game @returns {boolean} */
  choosing(game) {
    return game?.phase === "passing" && Boolean(game.legal?.choose) && !game.pass?.mine;
  }

  /** @param {any} game @returns {boolean} */
  playing(game) {
    return game?.phase === "playing" && Boolean(game.legal?.acts.length);
  }

  /** Cards picked to be passed, not sent yet. @param {any} game @returns {string[]} */
  chosen(game) {
    const last = this.lastPass.hand === game.hand_number ? this.lastPass.cards : [];
    const picked = /** @type {string[]} */ (this.api.choices.get("pass") ?? last);
    return this.choosing(game) ? picked.filter((card) => game.legal.of.includes(card)) : [];
  }

  /** @param {Doc} doc */
  showPassing({ game, you, seats }) {
    const pass = game.phase === "passing" ? game.pass : null;
    const cards = pass ? pass.mine ?? this.chosen(game) : [];
    const sent = Boolean(pass?.mine);
    this.tray.update(pass && you ? { title: `${sent ? "Passed" : "Pass"} to ${seats[pass.to].name}`, count: pass.count, cards, done: sent } : null);
    this.confirm.hidden = !this.choosing(game);
    this.takeBack.hidden = !(sent && game.legal?.optional.includes("take-back"));
    this.confirm.setAttribute("aria-disabled", String(cards.length !== game.legal?.choose));
  }

  /** @param {Doc} doc @returns {string} */
  statusLine({ game, you, seats }) {
    if (game.phase === "passing" && you) {
      const { count, to, mine } = game.pass;
      if (mine) return `Your cards are ready. ${waiting(game.due, seats)}`;
      const where = whereabouts(to, you.seat, game.seats);
      const picked = this.chosen(game).length;
      return `Pass ${counted(count, "card")} to ${seats[to].name}${where ? `, ${where}` : ""}.${picked ? ` ${picked} of ${count} chosen.` : ""}`;
    }
    if (!this.playing(game)) return "";
    const led = game.trick?.cards[0]?.card;
    return led ? `Your turn: ${suitName(led[1])} were led.` : "Your turn: lead a card.";
  }

  /** @param {Doc} doc */
  facts({ game }) {
    return [game.trick ? `Trick ${game.trick_number}` : "", game.hearts_broken ? "Hearts broken" : ""].filter(Boolean);
  }

  /** @param {Doc} doc @param {number} seat */
  marks({ game }, seat) {
    return [
      game.dealer === seat && "Dealer",
      game.phase === "playing" && game.trick?.leader === seat && "Leads",
      game.queen_seat === seat && `Has ${cardSign("QS")}`,
      game.phase === "passing" && game.pass?.chosen?.includes(seat) && "Ready",
    ].filter((mark) => typeof mark === "string");
  }

  /** @param {Doc} doc @param {number} seat */
  score({ game }, seat) {
    const total = game.totals[seat] ?? 0;
    const now = game.points?.[seat] ?? 0;
    const running = game.phase === "playing" && now > 0;
    return { text: `${total}${running ? ` + ${now}` : ""}`, label: `${counted(total, "point")}${running ? `, and ${now} in this hand` : ""}` };
  }

  /** @param {Doc} doc */
  scores({ game }) {
    if (!game.hand_number) return null;
    return { hands: game.hands, current: game.phase === "playing" ? game.points : null, totals: game.totals, lowWins: true };
  }

  /** @param {any} note @param {Doc} doc */
  note(note, { seats }) {
    if (note.code === "moon") return `${seats[note.seat].name} shot the moon and took every penalty point.`;
    return note.text ?? "";
  }

  // --- What happened, in words ---

  /** @param {Doc} previous @param {Doc} doc @returns {string[]} */
  describeEvent(previous, doc) {
    const was = previous.game;
    const { game, seats } = doc;
    if (!was || was.hand_number !== game.hand_number) return game.hand.length ? [`Hand ${game.hand_number}. You hold ${list(game.hand.map(spoken))}.`] : [];
    const said = [];
    const got = game.pass?.received;
    if (got?.length && !was.pass?.received) said.push(`${seats[game.pass.from].name} passed you ${list(got.map(spoken))}.`);
    const before = plays(was).length;
    for (const { seat, card, end } of plays(game).slice(before)) {
      if (seat !== doc.you?.seat || previous.you === null) said.push(`${seats[seat].name} played ${spoken(card)}.`);
      if (end) said.push(`${seats[end.winner].name} took the trick${end.points ? ` with ${counted(end.points, "point")}` : ""}.`);
    }
    if (game.hearts_broken && !was.hearts_broken) said.push("Hearts are broken.");
    if (game.queen_seat !== null && was.queen_seat === null) said.push(`${seats[game.queen_seat].name} has the queen of spades.`);
    return said;
  }

  // --- What the player does ---

  /** @param {string} card @param {"mouse"|"touch"|"key"} by */
  tap(card, by) {
    if (this.choosing(this.game)) return this.toggle(card);
    if (this.refuse(card)) return;
    const { choices, settings } = this.api;
    const sure = by === "key" || (by === "mouse" && settings.get("clicks") === "one") || choices.get("raised") === card;
    if (sure) return this.play(card);
    choices.set("raised", card);
    this.api.refresh();
  }

  /** Says why, where nothing can be done with this card. @param {string} card @returns {string} */
  refuse(card) {
    const { game } = this;
    let reason = this.barred(card, game);
    if (game.phase === "passing" && game.pass?.mine) reason = "You have chosen already. Take your cards back to change them.";
    else if (!this.choosing(game) && !this.playing(game)) reason = "It is not your turn yet.";
    if (reason) {
      this.api.say(reason, "bad");
      this.api.sound("refuse");
    }
    return reason;
  }

  /** @param {string} card */
  drop(card) {
    if (!this.choosing(this.game)) this.play(card);
    else if (!this.chosen(this.game).includes(card)) this.toggle(card);
  }

  /** @param {string} card */
  toggle(card) {
    const { game } = this;
    const picked = this.chosen(game);
    const without = picked.filter((other) => other !== card);
    if (without.length === picked.length) {
      if (this.refuse(card)) return;
      if (picked.length === game.legal.choose) return this.api.say(`You have picked ${picked.length}. Put one back first, or pass these.`, "bad");
      without.push(card);
    }
    this.api.choices.set("pass", without);
    this.api.refresh();
  }

  pass() {
    const { game } = this;
    const cards = this.chosen(game);
    if (cards.length !== game.legal.choose) return this.api.say(`Pick ${counted(game.legal.choose, "card")} first: you have ${cards.length}.`, "bad");
    this.lastPass = { hand: game.hand_number, cards };
    this.api.act(`${game.legal.verb} ${cards.join(" ")}`);
  }

  unpass() {
    const { game } = this;
    this.lastPass = { hand: game.hand_number, cards: game.pass.mine };
    this.api.act("take-back");
  }

  /** @param {string} card */
  play(card) {
    this.api.choices.set("raised", null);
    this.hinted = [];
    this.api.act(`play ${card}`);
  }

  /** @param {Doc} doc @param {string} act @returns {Doc} */
  predict(doc, act) {
    const [verb, ...cards] = act.split(" ");
    const seat = doc.you?.seat ?? -1;
    const { game } = doc;
    const rest = { due: game.due.filter((/** @type {number} */ s) => s !== seat), why: {} };
    if (verb === "play") {
      const hand = game.hand.filter((/** @type {string} */ card) => card !== cards[0]);
      const counts = game.counts.map((/** @type {number} */ n, /** @type {number} */ s) => (s === seat ? n - 1 : n));
      const trick = { leader: game.trick?.leader ?? seat, cards: [...(game.trick?.cards ?? []), { seat, card: cards[0] }] };
      return { ...doc, game: { ...game, ...rest, hand, counts, trick, legal: null } };
    }
    if (verb !== "pass") return doc;
    return { ...doc, game: { ...game, ...rest, pass: { ...game.pass, mine: cards, chosen: [...game.pass.chosen, seat] }, legal: null } };
  }

  /** @param {string} act */
  hint(act) {
    const [verb, ...cards] = act.split(" ");
    if (verb === "pass") this.api.choices.set("pass", cards);
    else this.hinted = cards;
    this.api.refresh();
  }

  /** @returns {boolean} */
  escape() {
    if (this.table.cancelDrag()) return true;
    const { choices } = this.api;
    const { game } = this;
    if (!game) return false;
    const some = this.playing(game) ? Boolean(choices.get("raised")) : this.chosen(game).length > 0;
    if (!some) return false;
    choices.set("raised", null);
    choices.set("pass", []);
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
    ["Drag", "Pull a card onto the felt to play it, or to pick it for passing."],
    ["Arrow keys", "Move along your hand; Home and End go to its ends."],
    ["Enter or Space", "Plays the card, or picks it for passing."],
    ["Escape", "Cancels a drag or a selection, then closes a window, then leaves full screen."],
  ]);
}

/** @param {any} game @returns {import("../portal/js/cards/table.js").Layout} */
function layoutOf(game) {
  const pass = game.pass?.received ? game.pass : null;
  const step = { left: 1, right: game.seats - 1, across: game.seats / 2 };
  return {
    number: game.hand_number, hand: game.hand, counts: game.counts, trick: game.trick?.cards ?? [], finished: game.tricks, taken: game.taken, dealer: game.dealer,
    pass: pass && { received: pass.received, passed: pass.passed ?? [], from: pass.from, to: pass.to, step: step[/** @type {"left"} */ (pass.direction)], count: pass.received.length || 3 },
  };
}

/** All cards played in this hand, in order; `end` on the last one of a trick. @param {any} game */
function plays(game) {
  const done = game.tricks.flatMap((/** @type {any} */ trick) => trick.cards.map((/** @type {any} */ played, /** @type {number} */ i) => ({ ...played, end: i === trick.cards.length - 1 ? trick : null })));
  return [...done, ...(game.trick?.cards ?? [])];
}

/** @param {string} card */
function spoken(card) {
  return cardName(card).toLowerCase();
}

/** @param {number[]} due @param {Doc["seats"]} seats */
function waiting(due, seats) {
  return due.length ? `Waiting for ${list(due.map((seat) => seats[seat].name))}.` : "";
}
