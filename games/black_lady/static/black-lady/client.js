// @ts-check
import { cardSign } from "../portal/js/cards/card.js";
import { TrickGame, spoken } from "../portal/js/cards/tricks.js";
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

class BlackLady extends TrickGame {
  /** @param {import("../portal/js/contract.js").Root} root @param {import("../portal/js/contract.js").Api} api */
  constructor(root, api) {
    super(root, api);
    this.tray = new Tray((card) => this.choosing(this.game) && this.toggle(card));
    root.centre.append(this.tray.root);
    this.confirm = button("Pass these cards", () => this.pass(), "primary");
    this.takeBack = button("Take back", () => this.unpass());
    this.tray.root.append(this.confirm, this.takeBack);
    this.lastPass = /** @type {{hand: number, cards: string[]}} */ ({ hand: 0, cards: [] });
  }

  // --- What is shown ---

  /** @param {Doc} doc @param {Doc|null} previous */
  update(doc, previous) {
    super.update(doc, previous);
    this.showPassing(doc);
  }

  /** @param {any} game */
  layout(game) {
    const pass = game.pass?.received ? game.pass : null;
    const step = { left: 1, right: game.seats - 1, across: game.seats / 2 };
    return {
      ...super.layout(game),
      pass: pass && { received: pass.received, passed: pass.passed ?? [], from: pass.from, to: pass.to, step: step[/** @type {"left"} */ (pass.direction)], count: pass.received.length || 3 },
    };
  }

  /** @param {string} card @param {Doc} doc @returns {import("../portal/js/cards/hand.js").Look} */
  showing(card, doc) {
    const { game } = doc;
    return { ...super.showing(card, doc), chosen: game.phase === "passing" && (game.pass?.mine ?? this.chosen(game)).includes(card) };
  }

  /** @param {string} card @param {any} game */
  barred(card, game) {
    if (!this.choosing(game)) return super.barred(card, game);
    return game.legal.of.includes(card) ? "" : game.why?.[card]?.sentence ?? "That card is not allowed now.";
  }

  /** @param {any} game @returns {boolean} */
  choosing(game) {
    return game?.phase === "passing" && Boolean(game.legal?.choose) && !game.pass?.mine;
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
  statusLine(doc) {
    const { game, you, seats } = doc;
    if (game.phase !== "passing" || !you) return super.statusLine(doc);
    const { count, to, mine } = game.pass;
    if (mine) return `Your cards are ready. ${waiting(game.due, seats)}`;
    const where = whereabouts(to, you.seat, game.seats);
    const picked = this.chosen(game).length;
    return `Pass ${counted(count, "card")} to ${seats[to].name}${where ? `, ${where}` : ""}.${picked ? ` ${picked} of ${count} chosen.` : ""}`;
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
  changes(previous, doc) {
    const was = previous.game;
    const { game, seats } = doc;
    const got = game.pass?.received;
    return [
      got?.length && !was.pass?.received && `${seats[game.pass.from].name} passed you ${list(got.map(spoken))}.`,
      ...super.changes(previous, doc),
      game.hearts_broken && !was.hearts_broken && "Hearts are broken.",
      game.queen_seat !== null && was.queen_seat === null && `${seats[game.queen_seat].name} has the queen of spades.`,
    ].filter((words) => typeof words === "string");
  }

  // --- What the player does ---

  /** @param {string} card @param {"mouse"|"touch"|"key"} by */
  tap(card, by) {
    if (this.choosing(this.game)) this.toggle(card);
    else super.tap(card, by);
  }

  /** @param {string} card @param {any} game @returns {string} */
  refusal(card, game) {
    if (this.choosing(game)) return this.barred(card, game);
    if (game.phase === "passing" && game.pass?.mine) return "You have chosen already. Take your cards back to change them.";
    return super.refusal(card, game);
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

  /** @param {Doc} doc @param {string} act @returns {Doc} */
  predict(doc, act) {
    const [verb, ...cards] = act.split(" ");
    const seat = doc.you?.seat ?? -1;
    if (verb === "take-back") return doc;
    const after = super.predict(doc, act);
    if (verb !== "pass") return after;
    const { pass } = doc.game;
    return { ...after, game: { ...after.game, pass: { ...pass, mine: cards, chosen: [...pass.chosen, seat] } } };
  }

  /** @param {string} act */
  hint(act) {
    const [verb, ...cards] = act.split(" ");
    if (verb !== "pass") return super.hint(act);
    this.api.choices.set("pass", cards);
    this.api.refresh();
  }

  /** @returns {boolean} */
  escape() {
    if (super.escape()) return true;
    if (!this.chosen(this.game ?? {}).length) return false;
    this.api.choices.set("pass", []);
    this.api.refresh();
    return true;
  }

  help = /** @type {[string, string][]} */ ([["Passing", "Click, tap or pull out the cards to pass, or press Enter on them. Press them again to put them back."], ...this.help]);
}

/** @param {number[]} due @param {Doc["seats"]} seats */
function waiting(due, seats) {
  return due.length ? `Waiting for ${list(due.map((seat) => seats[seat].name))}.` : "";
}
