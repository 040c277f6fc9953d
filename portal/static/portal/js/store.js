// @ts-check
/** What is known: the last document, the act that is on its way, and half-made choices. */

/** @typedef {import("./contract.js").Doc} Doc */

/** Choices of one turn of one's own seat. They survive updates, a lost connection and a reload of the page. */
export class Choices {
  /** @param {string} code */
  constructor(code) {
    this.place = `choice/${code}`;
    this.turn = "";
    /** @type {Record<string, any>} */
    this.values = {};
  }

  /** Another turn begins with nothing chosen. @param {string} turn */
  enter(turn) {
    if (turn === this.turn) return;
    const kept = this.turn === "" ? read(this.place) : null;
    this.values = kept?.turn === turn ? kept.values : {};
    this.turn = turn;
  }

  /** @param {string} name @returns {any} */
  get(name) {
    return this.values[name];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.values[name] = value;
    try {
      sessionStorage.setItem(this.place, JSON.stringify({ turn: this.turn, values: this.values }));
    } catch {
      // Storage is switched off or full: the choice then lives as long as the page does.
    }
  }
}

/** @param {string} place */
function read(place) {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

export class Store {
  /** @param {string} code */
  constructor(code) {
    /** @type {Doc|null} */
    this.doc = null;
    this.version = -1;
    this.receivedAt = 0;
    /** @type {{turn: number, act: string, version: number|null}|null} */
    this.pending = null;
    this.choices = new Choices(code);
  }

  /** @param {{version: number, doc: Doc}} frame @returns {boolean} false for a document older than the one shown */
  accept(frame) {
    if (frame.version < this.version) return false;
    this.version = frame.version;
    this.doc = frame.doc;
    this.receivedAt = performance.now();
    const { table, you } = frame.doc;
    this.choices.enter(`${table.game_number}/${you?.turn ?? ""}/${frame.doc.game?.hand_number ?? ""}`);
    const waiting = this.pending;
    if (waiting && (you?.turn !== waiting.turn || (waiting.version !== null && this.version >= waiting.version))) this.pending = null;
    return true;
  }

  /** @param {string} act */
  begin(act) {
    this.pending = { turn: this.doc?.you?.turn ?? -1, act, version: null };
    return this.pending;
  }

  /** The answer to a pending act: refused ones are taken back. @param {any} pending @param {import("./contract.js").Answer} answer */
  answered(pending, answer) {
    if (this.pending !== pending) return;
    if (answer.ok && (answer.version ?? -1) > this.version) pending.version = answer.version;
    else this.pending = null;
  }
}
