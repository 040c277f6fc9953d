// @ts-check
import { Announcer } from "./announcer.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { button, counted, list, painted, setAttr, setText } from "./dom.js";
import { connectionState, newBuild, reloadIfQuiet, signsOfLife } from "./life.js";
import { cluster, openWindow } from "./panels/index.js";
import { Plate, placeOf } from "./plates.js";
import { Settings } from "./settings.js";
import { Store } from "./store.js";
import { closeQuestions, Windows } from "./windows.js";

const SAID_MS = 6000; // a sentence of the moment gives way to the state of things after this

/**
 * The table page: it wires the parts together and holds no state of its own but what is on the screen.
 * @typedef {import("./contract.js").Doc} Doc
 */
export class TablePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
    this.root = root;
    this.code = root.dataset.code ?? "";
    this.parts = Object.fromEntries(["facts", "bar", "cluster", "banner", "stage", "seats", "centre", "status", "actions", "hand", "me", "tools", "window", "polite", "urgent"].map((name) => [name, part(name)]));
    this.settings = new Settings();
    this.sounds = { play: (/** @type {string} */ _name) => {} }; // until the first touch or key: browsers allow none before
    this.announcer = new Announcer(this.parts.polite, this.parts.urgent);
    this.store = new Store(this.code);
    this.windows = new Windows(this.parts.window, root, () => this.shown);
    this.clocks = new Clocks((seat, reading) => this.plates.get(seat)?.clock(reading), (seconds) => this.lastSeconds(seconds));
    /** @type {Map<number, Plate>} */
    this.plates = new Map();
    /** @type {Doc|null} what is on the screen, a pending act included */
    this.shown = null;
    /** @type {import("./contract.js").GameClient|null} */
    this.client = null;
    this.said = { text: "", tone: "", until: 0 };
    /** @type {any[]} */
    this.chat = [];
    this.unread = 0;
    this.onChat = () => {};
    /** @type {any} */
    this.lobbyBox = this.lobbyActions = null;
    this.order = this.automatic = this.wanted = ""; // how the seats lie; the window that opens by itself; the one being loaded
    this.warned = -1; // the turn whose last seconds were said
    this.lastNotice = -1;
    this.staleBuild = false;
    /** @type {Promise<null>|null} while an act is shown but not yet painted */
    this.painting = null;
    cluster(this);
    this.settings.addEventListener("change", () => this.render());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.escape(event));
    signsOfLife(this);
    const address = new URL(root.dataset.socket ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.connection = new Connection(address.href, {
      frame: (frame) => this.frame(frame),
      state: (state, message, seconds) => connectionState(this, state, message, seconds),
      build: (build) => newBuild(this, build),
      version: () => this.store.version,
    });
  }

  // --- Frames ---

  /** @param {any} frame */
  frame(frame) {
    if (this.painting) return void this.painting.then(() => this.frame(frame)); // one's own act is seen first
    if (frame.type === "table" && this.store.accept(frame)) this.documentArrived(frame.doc);
    if (frame.type === "hint") this.hinted(frame);
    if (frame.type === "chat") this.chatLines(frame.lines);
  }

  /** @param {Doc} doc */
  documentArrived(doc) {
    if (doc.dealing?.nonce_wanted && this.nonceFor !== `${doc.table.game_number}/${doc.dealing.hand}`) {
      this.nonceFor = `${doc.table.game_number}/${doc.dealing.hand}`;
      this.addToShuffle(doc.dealing);
    }
    if (doc.game && !this.client) this.loadClient(doc.table.game);
    this.render();
  }

  /** Randomness of this browser for the coming deal. @param {NonNullable<Doc["dealing"]>} dealing */
  async addToShuffle(dealing) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const answer = await this.connection.send("nonce", { hand: dealing.hand, nonce });
    (await import("./deals.js")).keepDeal(dealing, answer.ok ? nonce : "");
  }

  /** @param {string} slug */
  async loadClient(slug) {
    if (this.loading) return;
    this.loading = true;
    const { mount } = await import(`${this.root.dataset.static}${slug}/client.js`);
    const { stage, centre, hand, actions } = this.parts;
    this.client = mount({ stage, centre, hand, actions }, {
      act: (/** @type {string} */ act) => this.act(act),
      say: (/** @type {string} */ text, /** @type {string} */ tone) => this.say(text, tone),
      sound: (/** @type {string} */ name) => this.sounds.play(name),
      name: (/** @type {number} */ seat) => this.name(seat),
      plate: (/** @type {number} */ seat) => this.plates.get(seat),
      refresh: () => this.render(),
      choices: this.store.choices,
      settings: this.settings,
      cards: this.root.dataset.cards,
      doc: () => this.shown,
    });
    this.shown = null;
    this.render();
  }

  // --- Showing ---

  render() {
    const truth = this.store.doc;
    if (!truth) return;
    const { pending } = this.store;
    const doc = pending && truth.you?.due && this.client && truth.game ? this.client.predict(truth, pending.act) : truth;
    const previous = this.shown;
    const another = previous !== null && previous.table.game_number !== doc.table.game_number;
    if (another) this.closeAll();
    this.shown = doc;
    this.client?.look?.();
    this.arrange(doc);
    for (const seat of doc.seats) this.showSeat(doc, seat);
    this.clocks.update(truth, this.store.receivedAt);
    const playing = this.client && doc.game;
    if (playing) this.client?.update(doc, previous?.game && !another ? previous : null);
    this.showLobby(doc);
    this.showFrame(doc);
    this.showStatus();
    if (previous && previous !== doc) this.tell(previous, doc);
    this.showWindows(previous, doc);
    this.windows.update();
    reloadIfQuiet(this);
  }

  /** Seats around the table, one's own below the hand. @param {Doc} doc */
  arrange(doc) {
    const own = doc.you?.seat ?? 0;
    const order = `${doc.seats.length}/${own}`;
    if (order === this.order) return;
    this.order = order;
    this.plates.clear();
    this.parts.seats.replaceChildren();
    this.parts.me.querySelector(".seat")?.remove();
    this.root.dataset.seats = String(doc.seats.length);
    for (let i = 0; i < doc.seats.length; i++) {
      const seat = (own + i) % doc.seats.length;
      const plate = new Plate(seat, (which) => this.openSeat(which));
      plate.root.classList.add(`at-${placeOf(seat, own, doc.seats.length)}`);
      this.plates.set(seat, plate);
      if (seat === own) this.parts.me.prepend(plate.root);
      else this.parts.seats.append(plate.root);
    }
  }

  /** @param {Doc} doc @param {import("./contract.js").SeatInfo} info */
  showSeat(doc, info) {
    const running = this.client && doc.game;
    this.plates.get(info.seat)?.update(info, {
      own: info.seat === doc.you?.seat,
      marks: running ? this.client?.marks(doc, info.seat) ?? [] : [],
      score: (running && this.client?.score(doc, info.seat)) || { text: "", label: "" },
      buttons: this.seatButtons(doc, info),
      status: doc.table.status,
    });
  }

  /** @param {Doc} doc @param {import("./contract.js").SeatInfo} info @returns {HTMLElement[]} */
  seatButtons(doc, info) {
    if (doc.table.status !== "open" || info.kind !== "open") return [];
    const fill = doc.you?.can.includes("fill") && !doc.table.people_only;
    return [!doc.you && button("Sit here", () => this.confirmed("sit", info.seat), "small"), fill && button("Add computer", () => this.send("fill", { seat: info.seat }), "small")].filter((b) => b instanceof HTMLElement);
  }

  /** What stands above and around the felt. @param {Doc} doc */
  showFrame(doc) {
    const { table, game, you } = doc;
    this.root.dataset.status = table.status;
    this.root.dataset.version = String(this.store.version);
    this.root.classList.toggle("mine", Boolean(you?.due && table.status === "running"));
    const hands = table.length?.hands;
    this.root.dataset.hands = table.length ? "yes" : "no";
    const hand = table.length && game?.hand_number ? `Hand ${game.hand_number}${hands ? ` of ${hands}` : ""}${table.length?.target ? `, ${table.length_text}` : ""}` : table.length_text;
    const facts = [hand, ...(this.client && game ? this.client.facts(doc) : [])].filter(Boolean);
    setText(this.parts.facts, facts.join(" · "));
    setText(this.parts.bar, `${table.title} · ${table.rule_set_title} · ${table.level_title} · ${table.scored ? "scored" : "test game"}`);
    const title = `${you?.due && table.status === "running" ? "Your turn – " : ""}${table.title} ${this.code}`;
    if (document.title !== title) document.title = title;
    const can = [...(you?.can ?? []), table.status === "over" ? "result" : ""];
    for (const tool of this.parts.tools.children) setAttr(tool, "hidden", !can.includes(/** @type {HTMLElement} */ (tool).dataset.frame ?? ""));
  }

  showStatus() {
    const doc = this.shown;
    if (!doc) return;
    const said = this.said.until > performance.now() ? this.said : null;
    const text = said?.text || this.statusLine(doc);
    setText(this.parts.status, text);
    this.parts.status.dataset.tone = said?.tone ?? (doc.you?.due && doc.table.status === "running" ? "turn" : "");
  }

  /** @param {Doc} doc @returns {string} */
  statusLine(doc) {
    const { table, seats, you } = doc;
    if (table.status === "open") return this.lobby?.lobbyStatus(doc) ?? "";
    if (table.status !== "running") return table.ended || "The game is over.";
    if (doc.window) return `Hand ${doc.window.hand} is over.`;
    if (doc.dealing) return doc.dealing.hand ? "The cards are being shuffled." : "The seats are being drawn by lot.";
    if (this.store.pending && this.root.dataset.connection !== "connected") return "Your move is kept; it goes out when the connection is back.";
    const own = this.client && doc.game ? this.client.statusLine(doc) : "";
    if (own) return own;
    const due = seats.filter((seat) => seat.due && seat.seat !== you?.seat);
    if (you?.due) return "Your turn.";
    return due.length ? `${you ? "" : "Watching. "}Waiting for ${list(due.map((seat) => seat.name))}.` : "One moment.";
  }

  /** A sentence of the moment, where the eyes are. @param {string} text @param {string} [tone] */
  say(text, tone = "") {
    if (!text) return;
    this.said = { text, tone, until: performance.now() + SAID_MS };
    this.showStatus();
    clearTimeout(this.saidTimer);
    this.saidTimer = setTimeout(() => this.showStatus(), SAID_MS + 50);
    this.announcer.alert(text);
  }

  /** What happened, for ears. @param {Doc} previous @param {Doc} doc */
  tell(previous, doc) {
    const words = this.client && doc.game ? this.client.describeEvent(previous, doc) : [];
    const fresh = doc.notices.filter((notice) => notice.id > this.lastNotice);
    const mine = Boolean(doc.you?.due) && (!previous.you?.due || previous.you.turn !== doc.you?.turn);
    if (mine || doc.you?.turn !== previous.you?.turn) this.said.until = 0;
    this.showStatus();
    this.announcer.say(...words, ...fresh.map((notice) => notice.text), mine ? this.parts.status.textContent ?? "" : "");
    if (mine) this.sounds.play("turn");
    this.lastNotice = Math.max(this.lastNotice, ...doc.notices.map((notice) => notice.id));
    if (fresh.some((notice) => /undo|undone|restart/.test(notice.code))) this.closeAll();
  }

  /** Windows that open and close by themselves. @param {Doc|null} previous @param {Doc} doc */
  showWindows(previous, doc) {
    const over = doc.table.status === "over" || doc.table.status === "closed";
    const key = over ? `over ${doc.table.game_number}` : doc.window ? `hand ${doc.table.game_number}/${doc.window.hand}` : "";
    if (key !== this.automatic) {
      this.automatic = key;
      if (/-over$/.test(this.wanted)) this.wanted = "";
      if (/-over$/.test(this.windows.name)) this.windows.close();
      if (key && (this.client || !doc.game)) (this.client?.settled() ?? Promise.resolve()).then(() => this.automatic === key && this.openAutomatic(over));
      else if (key) this.automatic = "";
    }
    const wish = doc.undo_wish;
    const asked = Boolean(wish && doc.you && wish.waiting_for.includes(doc.you.seat));
    const before = this.askedUndo;
    this.askedUndo = asked;
    if (asked && !before) this.confirmed("answerUndo");
    const idle = typeof doc.you?.still_there_ms === "number";
    const wasIdle = this.askedStill;
    this.askedStill = idle;
    if (idle && !wasIdle) this.confirmed("stillThere");
    if ((before && !asked) || (wasIdle && !idle)) closeQuestions();
  }

  /** @param {boolean} over */
  openAutomatic(over) {
    if (over) this.sounds.play("end");
    const name = over ? "game-over" : "hand-over";
    openWindow(this, name, true);
  }

  closeAll() {
    this.wanted = "";
    this.windows.close();
    closeQuestions();
  }

  /** @param {Doc} doc */
  showLobby(doc) {
    if (this.lobby) this.lobby.lobby(this, doc);
    else if (doc.table.status === "open" && !this.lobbyWanted) {
      this.lobbyWanted = true;
      import("./lobby.js").then((lobby) => {
        this.lobby = lobby;
        this.render();
      });
    }
  }

  // --- Doing ---

  /** @param {string} act @returns {Promise<import("./contract.js").Answer>} */
  async act(act) {
    const doc = this.store.doc;
    if (this.store.pending || !doc?.you) return { ok: false, code: "not-now", message: "" };
    const pending = this.store.begin(act);
    this.said.until = 0;
    this.render();
    this.painting = painted().then(() => (this.painting = null));
    const answer = await this.connection.send("act", { turn: pending.turn, act });
    await this.painting;
    this.store.answered(pending, answer);
    if (!answer.ok) this.refused(answer);
    this.render();
    return answer;
  }

  /** @param {string} type @param {Record<string, any>} [fields] @returns {Promise<import("./contract.js").Answer>} */
  async send(type, fields = {}) {
    const answer = await this.connection.send(type, fields);
    if (!answer.ok) this.refused(answer);
    else if (["undo", "restart", "rematch", "start"].includes(type)) this.closeAll();
    return answer;
  }

  /** @param {import("./contract.js").Answer} answer */
  refused({ code, message }) {
    if (code === "slept") return this.say(message || "The page was asleep. Please look again and choose.");
    this.say(message || "That was not possible just now. Nothing was lost.", "bad");
    this.sounds.play("refuse");
  }

  /** @param {{act: string, text: string}} hint */
  hinted(hint) {
    this.client?.hint(hint.act);
    this.say(`Hint: ${hint.text}`);
    this.said.until = performance.now() + 3 * SAID_MS;
  }

  /** @param {any[]} lines */
  chatLines(lines) {
    const known = new Set(this.chat.map((line) => line.id));
    const fresh = lines.filter((line) => !known.has(line.id)).map((line) => ({ ...line, at: performance.now() - line.ms_ago }));
    const first = !this.chat.length && lines.length > 1;
    this.chat = [...this.chat, ...fresh].slice(-200);
    const heard = fresh.filter((line) => line.seat !== this.shown?.you?.seat && !this.settings.mutes.has(String(line.user ?? line.name)));
    if (heard.length && !first) {
      this.sounds.play("chat");
      this.announcer.say(...heard.map((line) => `${line.name} says: ${line.text}`));
      if (this.windows.name !== "chat") this.unread += heard.length;
    }
    this.onChat();
    this.windows.update();
  }

  /** Something that is asked about first. @param {"exit"|"restart"|"answerUndo"|"stillThere"|"sit"} what @param {number} [seat] */
  async confirmed(what, seat) {
    (await import("./questions.js"))[what](this, seat);
  }

  /** @param {number} seat */
  openSeat(seat) {
    this.seatShown = seat;
    openWindow(this, "seat");
  }

  /** @param {number} seat @returns {string} */
  name(seat) {
    return this.shown?.seats[seat]?.name ?? `Seat ${seat + 1}`;
  }

  /** @param {number} seconds */
  lastSeconds(seconds) {
    this.sounds.play("tick");
    const turn = this.store.doc?.you?.turn ?? -1;
    if (this.warned === turn) return;
    this.warned = turn;
    this.announcer.alert(`${counted(seconds, "second")} left.`);
    this.connection.send("seen", { what: "ten-seconds" });
  }

  // --- Keys ---

  /** First a drag or a selection, then a window, then the full screen. @param {KeyboardEvent} event */
  escape(event) {
    if (document.querySelector("dialog[open]")) return;
    if (this.client?.escape() || this.windows.close()) event.preventDefault();
    else if (document.fullscreenElement) document.exitFullscreen();
  }
}

const root = document.getElementById("table");
if (root) /** @type {any} */ (window).tablePage = new TablePage(root);
