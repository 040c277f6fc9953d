// @ts-check
import { addSheet, button, counted, el } from "../portal/js/dom.js";
import { ask } from "../portal/js/questions.js";
import { Board } from "./board.js";
import { spokenMove } from "./notation.js";
import { carried, isWhite, kindName, placementOf } from "./position.js";
import { Promotion } from "./promotion.js";
import { Sheet } from "./sheet.js";

const SIDES = ["White", "Black"];

/**
 * Chess on the table page. What may be done, and why not, comes from the server alone.
 * @typedef {import("../portal/js/contract.js").Doc} Doc
 * @param {import("../portal/js/contract.js").Root} root
 * @param {import("../portal/js/contract.js").Api} api
 * @returns {import("../portal/js/contract.js").GameClient}
 */
export function mount(root, api) {
  return new Chess(root, api);
}

class Chess {
  /** @param {import("../portal/js/contract.js").Root} root @param {import("../portal/js/contract.js").Api} api */
  constructor(root, api) {
    this.api = api;
    this.hinted = /** @type {string[]} */ ([]);
    this.turned = false; // by the player, from where their own side is near
    addSheet(new URL("client.css", import.meta.url).href);
    root.stage.classList.add("chess-stage");
    this.page = /** @type {HTMLElement} */ (root.stage.closest(".table-page") ?? document.body);
    this.board = new Board({ tap: (square) => this.tap(square), drop: (from, to) => this.move(from, to), mine: (square) => this.mine(square) });
    this.promotion = new Promotion((piece) => this.promote(piece));
    this.sheet = new Sheet(() => this.flip(), (text) => api.say(text));
    root.centre.replaceChildren(el("div", { class: "chess" }, this.sheet.taken.far, el("div", { class: "board-place" }, this.board.root, this.promotion.root), this.sheet.taken.near, this.sheet.root));
    this.buttons = {
      "accept-draw": button("Accept the draw", () => api.act("accept-draw"), "primary"),
      "decline-draw": button("Decline", () => api.act("decline-draw")),
      "claim-draw": button("Claim a draw", () => this.confirmed("claim-draw")),
      "offer-draw": button("Offer a draw", () => this.confirmed("offer-draw")),
      resign: button("Resign", () => this.confirmed("resign"), "danger"),
    };
    root.actions.append(...Object.values(this.buttons));
  }

  get game() {
    return this.api.doc()?.game;
  }

  // --- What is shown ---

  /** @param {Doc} doc @param {Doc|null} previous */
  update(doc, previous) {
    const { game, you } = doc;
    if (game.moves.length !== previous?.game?.moves.length) this.hinted = [];
    this.board.turn((you?.seat === 1) !== this.turned);
    const picked = this.picked(game);
    const targets = new Set(picked ? moves(game).filter((move) => move.startsWith(picked)).map((move) => move.slice(2, 4)) : []);
    const slides = previous && !game.predicted ? fresh(previous.game, game) : [];
    this.board.show(game.fen, { picked, targets, last: game.last ?? [], check: game.check, hinted: this.hinted }, slides);
    this.promotion.update(this.promoting(game), isWhiteSeat(game.turn));
    this.sheet.update(doc, this.board.flipped);
    const open = new Set([...(game.legal?.acts ?? []), ...(game.legal?.optional ?? [])]);
    for (const [act, node] of Object.entries(this.buttons)) node.hidden = !open.has(act);
  }

  /** The square that a half-made move starts from. @param {any} game @returns {string} */
  picked(game) {
    const square = this.api.choices.get("from") ?? "";
    return moves(game).length && this.owns(game, square) ? square : "";
  }

  /** A move to the last rank that still lacks its piece. @param {any} game @returns {string} */
  promoting(game) {
    const move = this.api.choices.get("promotion") ?? "";
    return move && moves(game).some((legal) => legal.startsWith(move)) ? move : "";
  }

  /** @param {any} game @param {string} square */
  owns(game, square) {
    const letter = placementOf(game.fen).get(square);
    return letter !== undefined && isWhite(letter) === isWhiteSeat(game.turn);
  }

  /** @param {Doc} doc @returns {string} */
  statusLine({ game, you, seats }) {
    if (!you) return "";
    const due = moves(game).length > 0;
    const asked = game.offer !== null && game.offer !== you.seat;
    if (asked) return `${seats[game.offer].name} offers a draw. Answer it${due ? ", or move" : ""}.`;
    if (!due) return game.offer === you.seat ? `You have offered a draw. Waiting for ${seats[1 - you.seat].name}.` : "";
    const picked = this.picked(game);
    if (this.promoting(game)) return "Which piece does the pawn become?";
    if (picked) return `Where does the ${kindName(placementOf(game.fen).get(picked) ?? "p")} on ${picked} go?`;
    const offered = game.offer === you.seat ? "You have offered a draw; now move. " : "";
    return `${offered}${game.check ? "You are in check: your move" : "Your move"}, ${SIDES[you.seat]}.`;
  }

  /** @param {Doc} doc */
  facts({ game }) {
    return [`Move ${game.fen.split(" ").at(-1)}`, game.result ? game.result.words : game.check ? "Check" : ""].filter(Boolean);
  }

  /** @param {Doc} doc @param {number} seat */
  marks({ game }, seat) {
    return [SIDES[seat], game.check && game.turn === seat && "In check", game.offer === seat && "Offers a draw"].filter((mark) => typeof mark === "string");
  }

  /** @param {Doc} doc @param {number} seat */
  score({ game }, seat) {
    const ahead = game.material[seat] - game.material[1 - seat];
    return ahead > 0 ? { text: `+${ahead}`, label: `ahead by ${counted(ahead, "pawn")} in material` } : { text: "", label: "" };
  }

  /** @returns {null} there are no hands and no totals */
  scores() {
    return null;
  }

  note() {
    return "";
  }

  // --- What happened, in words ---

  /** @param {Doc} previous @param {Doc} doc @returns {string[]} */
  describeEvent(previous, doc) {
    const [was, { game, seats }] = [previous.game, doc];
    if (!was || game.predicted) return [];
    const name = (/** @type {number} */ seat) => seats[seat].name;
    const count = game.san.length;
    const said = [];
    for (let i = Math.min(was.san.length, count); i < count; i++) {
      const seat = (count - i) % 2 ? 1 - game.turn : game.turn;
      said.push(`${name(seat)}: ${spokenMove(game.san[i])}.`);
    }
    if (game.offer !== null && was.offer === null) said.push(`${name(game.offer)} offers a draw.`);
    if (was.offer !== null && game.offer === null && !game.result && was.san.length === count) said.push(`${name(1 - was.offer)} declines the draw.`);
    if (game.result && !was.result) said.push(`${game.result.words}${game.result.winner === null ? "" : ` ${name(game.result.winner)} wins.`}`);
    return said;
  }

  // --- What the player does ---

  /** @param {string} square */
  mine(square) {
    const { game } = this;
    return Boolean(game) && moves(game).length > 0 && this.owns(game, square);
  }

  /** A first square picks a piece, a second one moves it. @param {string} square */
  tap(square) {
    const { game } = this;
    if (!game || this.api.doc()?.table.status !== "running") return;
    const picked = this.picked(game);
    this.api.choices.set("promotion", null);
    if (picked && picked !== square && !this.mine(square)) return this.move(picked, square);
    if (!moves(game).length) return this.api.doc()?.you && this.api.say("It is not your turn yet.", "bad");
    this.api.choices.set("from", this.mine(square) && picked !== square ? square : null);
    if (!picked && !this.mine(square)) this.api.say("Pick one of your own pieces first.", "bad");
    this.api.refresh();
  }

  /** A move that is not legal is sent all the same: the server says why it cannot be. @param {string} from @param {string} to */
  move(from, to) {
    const ways = moves(this.game).filter((move) => move.startsWith(from + to));
    if (ways.length > 1) {
      this.api.choices.set("from", from);
      this.api.choices.set("promotion", from + to);
      this.api.refresh();
    } else this.send(ways[0] ?? from + to);
  }

  /** @param {string} piece "q", or "" to take the move back */
  promote(piece) {
    const move = this.promoting(this.game);
    this.api.choices.set("promotion", null);
    if (move && piece) this.send(move + piece);
    else this.api.refresh();
    this.board.squares.get(this.board.focused)?.focus({ preventScroll: true });
  }

  /** @param {string} move */
  async send(move) {
    this.api.choices.set("from", null);
    this.hinted = [];
    const answer = await this.api.act(`move ${move}`);
    if (answer.ok) this.api.sound("card");
  }

  /** @param {"resign"|"offer-draw"|"claim-draw"} act */
  async confirmed(act) {
    const doc = this.api.doc();
    const other = doc?.you ? doc.seats[1 - doc.you.seat].name : "";
    const questions = {
      resign: { title: "Resign?", text: `You lose this game, and ${other} wins it${doc?.table.scored ? ": it costs you one point" : ""}.`, yes: "Resign", no: "Play on", danger: true },
      "offer-draw": { title: "Offer a draw?", text: `${other} may accept until the end of their next move. You still have to move, and your clock goes on.`, yes: "Offer a draw", no: "Play on" },
      "claim-draw": { title: "Claim a draw?", text: "The game ends at once, drawn: the position repeats, or fifty moves have passed without a capture or a pawn's move.", yes: "Claim the draw", no: "Play on" },
    };
    if (await ask(this.page, questions[act])) await this.api.act(act);
  }

  flip() {
    this.turned = !this.turned;
    this.api.refresh();
  }

  /** @param {Doc} doc @param {string} act @returns {Doc} */
  predict(doc, act) {
    const move = act.replace(/^move /, "");
    const { game } = doc;
    if (!moves(game).includes(move)) return doc;
    const last = [move.slice(0, 2), move.slice(2, 4)];
    return { ...doc, game: { ...game, predicted: true, fen: carried(game.fen, move), last, check: null, legal: null, due: [] } };
  }

  /** @param {string} act */
  hint(act) {
    const move = act.replace(/^move /, "");
    this.hinted = [move.slice(0, 2), move.slice(2, 4)];
    this.api.refresh();
  }

  /** @returns {boolean} */
  escape() {
    const { choices } = this.api;
    if (this.board.cancelDrag()) return true;
    const some = this.game && (this.promoting(this.game) || this.picked(this.game));
    if (!some) return this.sheet.close();
    if (this.promoting(this.game)) this.promote("");
    else choices.set("from", null);
    this.api.refresh();
    return true;
  }

  /** @returns {Promise<void>} */
  settled() {
    return this.board.moving;
  }

  help = /** @type {[string, string][]} */ ([
    ["Mouse or touch", "Click or tap a piece, then the square where it goes. Another piece of yours changes the choice."],
    ["Drag", "Pull a piece to its square."],
    ["Arrow keys", "Walk over the board; Home and End go to the ends of a rank. Each square says what stands on it."],
    ["Enter or Space", "Picks the piece, then moves it to where you are."],
    ["Escape", "Cancels a drag or a choice, then closes a window, then leaves full screen."],
    ["Flip", "Turns the board round. Beside it are the position as FEN and the game as PGN."],
  ]);
}

/** Legal moves in UCI. @param {any} game @returns {string[]} */
function moves(game) {
  return (game?.legal?.acts ?? []).filter((/** @type {string} */ act) => act.startsWith("move ")).map((/** @type {string} */ act) => act.slice(5));
}

/** What slides to make `now` out of `was`: the one move that came, the castling rook with it. @param {any} was @param {any} now @returns {string[][]} */
function fresh(was, now) {
  if (now.moves.length !== was.moves.length + 1 || was.predicted) return [];
  const [from, to] = now.last;
  const rook = /^O-O/.test(now.san.at(-1)) ? [to[0] === "g" ? [`h${to[1]}`, `f${to[1]}`] : [`a${to[1]}`, `d${to[1]}`]] : [];
  return [[from, to], ...rook];
}

/** @param {number} seat */
function isWhiteSeat(seat) {
  return seat === 0;
}
