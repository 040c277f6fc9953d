// @ts-check
/** A finished game, stepped through from any seat's side with all cards open. What lies on the felt is the table's own. */
import { button, el, setText } from "./dom.js";
import { Plate, placeOf } from "./plates.js";
import { ReplayGame } from "./replay-game.js";
import { openHand } from "./replay-hands.js";
import { Settings } from "./settings.js";

const PACE_MS = 1100; // between two steps of a game that plays by itself

class Replay {
  /** @param {HTMLElement} root @param {ReplayGame} game @param {(root: any, api: any) => import("./contract.js").GameClient} mount */
  constructor(root, game, mount) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
    this.root = root;
    this.game = game;
    this.mount = mount;
    this.parts = Object.fromEntries(["facts", "stage", "seats", "centre", "status", "actions", "hand", "me", "controls"].map((name) => [name, part(name)]));
    this.settings = new Settings();
    const asked = new URLSearchParams(location.search);
    this.seat = within(asked.get("seat"), 1, game.whole.seats.length, 1) - 1;
    this.step = within(asked.get("step"), 0, game.last, game.hands[0] ?? 0);
    /** @type {import("./contract.js").Doc|null} */
    this.shown = null;
    this.timer = 0;
    this.makeControls();
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    this.settings.addEventListener("change", () => this.show());
  }

  // --- The table ---

  /** Seats as they lie around this one, and the game's own part anew: its cards lie by seat. @param {number} seat */
  sit(seat) {
    this.seat = seat;
    const { seats, me } = this.parts;
    const count = this.game.whole.seats.length;
    this.root.dataset.seats = String(count);
    seats.replaceChildren();
    me.replaceChildren();
    this.plates = Array.from({ length: count }, (_, n) => new Plate(n, (which) => this.sit(which)));
    for (let i = 0; i < count; i++) {
      const plate = this.plates[(seat + i) % count];
      plate.root.classList.add(`at-${placeOf(plate.seat, seat, count)}`);
      (i ? seats : me).append(plate.root);
    }
    for (const name of ["centre", "hand", "actions"]) {
      const fresh = /** @type {HTMLElement} */ (this.parts[name].cloneNode(false));
      fresh.className = name === "actions" ? "status-actions" : name;
      this.parts[name].replaceWith(fresh);
      this.parts[name] = fresh;
    }
    this.client = this.mount(this.parts, this.api());
    this.shown = null;
    this.picker.value = String(seat);
    this.show();
  }

  /** What a game's part may ask for; nothing can be done in a game that is over. */
  api() {
    return {
      act: async () => ({ ok: false, code: "not-now", message: "" }), say: () => {}, sound: () => {}, refresh: () => {},
      name: (/** @type {number} */ seat) => this.game.whole.seats[seat].name,
      plate: (/** @type {number} */ seat) => this.plates?.[seat],
      choices: { get: () => undefined, set: () => {} }, settings: this.settings, cards: this.root.dataset.cards, doc: () => this.shown,
    };
  }

  show() {
    const { client, game, step, seat } = this;
    if (!client) return;
    const doc = game.doc(step, seat);
    const forward = this.shown?.you?.turn === step - 1;
    const previous = forward ? this.shown : null;
    this.shown = doc;
    client.look?.();
    for (const info of doc.seats) {
      this.plates?.[info.seat].update(info, { own: false, marks: client.marks(doc, info.seat), score: client.score(doc, info.seat), buttons: [], status: doc.table.status });
    }
    client.update(doc, previous);
    game.openHands(step).forEach((cards, n) => n !== seat && this.plates && openHand(this.plates[n].extra, cards, doc.seats[n].name));
    const hand = doc.game.hand_number && game.hands.length ? `Hand ${doc.game.hand_number}` : "";
    setText(this.parts.facts, [hand, ...client.facts(doc)].filter(Boolean).join(" · "));
    setText(this.parts.status, game.words(step));
    this.showControls();
  }

  // --- Steps ---

  /** @param {number} step */
  go(step) {
    this.step = Math.min(Math.max(step, 0), this.game.last);
    if (this.step === this.game.last) this.pause();
    this.show();
  }

  play() {
    if (this.step === this.game.last) this.go(0);
    clearInterval(this.timer);
    this.timer = setInterval(() => this.go(this.step + 1), PACE_MS);
    this.showControls();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.showControls();
  }

  /** @param {number} step by hand: whoever steps wants to look */
  turnTo(step) {
    this.pause();
    this.go(step);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea")) return;
    const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.game.last }[event.key];
    if (to === undefined || !(target === document.body || target.closest("#content"))) return;
    event.preventDefault();
    event.stopPropagation();
    this.turnTo(to);
  }

  // --- Controls ---

  makeControls() {
    const { hands, last, whole } = this.game;
    const to = (/** @type {string} */ text, /** @type {() => number} */ step) => button(text, () => this.turnTo(step()));
    this.back = [to("First", () => 0), to("Previous", () => this.step - 1)];
    this.onward = [to("Next", () => this.step + 1), to("Last", () => last)];
    this.player = button("Play", () => (this.timer ? this.pause() : this.play()), "primary");
    this.slider = el("input", { type: "range", min: 0, max: last, "aria-label": "Step", on: { input: () => this.turnTo(Number(this.slider.value)) } });
    this.count = el("span", { class: "quiet number" });
    this.picker = el("select", { on: { change: () => this.sit(Number(this.picker.value)) } }, ...whole.seats.map(({ name }, seat) => el("option", { value: seat, text: name })));
    this.hands = el("select", { on: { change: () => this.turnTo(Number(this.hands.value)) } }, ...hands.map((step, n) => el("option", { value: step, text: `Hand ${n + 1}` })));
    this.parts.controls.append(
      el("div", { class: "replay-slide" }, this.slider, this.count),
      el("div", { class: "replay-steps" }, ...this.back, this.player, ...this.onward),
      el("div", { class: "replay-choices" },
        el("label", {}, el("span", { text: "Seen by" }), this.picker),
        hands.length > 1 ? el("label", {}, el("span", { text: "Go to" }), this.hands) : null),
    );
  }

  showControls() {
    const { step } = this;
    const { last, hands } = this.game;
    for (const one of this.back) one.disabled = step === 0;
    for (const one of this.onward) one.disabled = step === last;
    setText(this.player, this.timer ? "Pause" : "Play");
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", `Step ${step} of ${last}: ${this.game.words(step)}`);
    setText(this.count, `${step} of ${last}`);
    this.hands.value = String(hands.findLast((from) => from <= step) ?? "");
    const address = new URL(location.href);
    address.searchParams.set("seat", String(this.seat + 1));
    address.searchParams.set("step", String(step));
    history.replaceState(null, "", address);
  }
}

/** @param {string|null} text @param {number} least @param {number} most @param {number} otherwise */
function within(text, least, most, otherwise) {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= least && number <= most ? number : otherwise;
}

/** @param {HTMLElement} root */
async function begin(root) {
  const response = await fetch(root.dataset.document ?? "");
  if (!response.ok) return; // the list below shows the game
  const game = new ReplayGame(await response.json());
  const { mount } = await import(`${root.dataset.static}${game.whole.table.game}/client.js`);
  const replay = new Replay(root, game, mount);
  root.hidden = false;
  /** @type {HTMLDetailsElement} */ (document.querySelector('[data-part="list"]')).open = false;
  for (const show of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
    show.hidden = false;
    show.addEventListener("click", () => {
      replay.turnTo(Number(show.dataset.step));
      root.scrollIntoView();
    });
  }
  replay.sit(replay.seat);
}

begin(/** @type {HTMLElement} */ (document.getElementById("replay")));
