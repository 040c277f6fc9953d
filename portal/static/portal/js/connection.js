// @ts-check
/** The one socket of the page: ids and answers, ping, backoff, waking up. It knows frames, not what they mean. */

const PING_MS = 5000;
const SILENCE_MS = 12000; // no frame for this long: the connection is taken for dead
const SLEEP_MS = 8000; // a beat this late means that the machine slept
const BACKOFF_MS = [400, 1000, 2000, 4000, 8000, 10000];
const TOO_FAST_MS = 60000; // the server counts by the minute
const FINAL = new Set(["closed", "gone", "left", "private", "signed-out"]); // goodbyes after which there is nothing to come back to
/** Frames that are sent again after a lost connection: the server answers a repeated one as accepted. */
const REPEATABLE = new Set(["act", "continue", "nonce"]);

/**
 * @typedef {import("./contract.js").Answer} Answer
 * @typedef {Object} Handlers
 * @property {(frame: any) => void} frame       any frame but answers and pongs
 * @property {(state: "connected"|"connecting"|"waiting"|"ended", message: string, seconds: number) => void} state
 * @property {(build: string) => void} build    the server's build, with each pong
 * @property {() => number} version             of the document that is shown
 */
export class Connection {
  /** @param {string} url @param {Handlers} handlers */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.nextId = 1;
    this.tries = 0;
    this.ended = false;
    this.asked = false; // a snapshot is on its way
    this.byeMessage = "";
    this.notBefore = 0; // the moment (performance.now) until which the server wants to hear nothing
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {Map<number, {frame: any, done: (answer: Answer) => void}>} */
    this.open = new Map();
    this.lastHeard = this.lastBeat = this.lastPing = performance.now();
    this.retry = 0;
    setInterval(() => this.beat(), 1000);
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wakeIfSlept());
    this.connect();
  }

  connect() {
    if (this.ended || performance.now() < this.notBefore || (this.socket && this.socket.readyState < WebSocket.CLOSING)) return;
    clearTimeout(this.retry);
    this.handlers.state("connecting", "", 0);
    const socket = (this.socket = new WebSocket(this.url));
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.closed());
  }

  opened() {
    this.asked = false;
    this.lastHeard = this.lastPing = performance.now();
    this.handlers.state("connected", "", 0);
    for (const [id, { frame, done }] of this.open) {
      if (REPEATABLE.has(frame.type)) this.write(frame);
      else {
        this.open.delete(id);
        done({ ok: false, code: "lost", message: "The connection was lost just then. Please try again." });
      }
    }
  }

  closed() {
    this.socket = null;
    if (this.ended) return;
    const backoff = BACKOFF_MS[Math.min(this.tries++, BACKOFF_MS.length - 1)] * (0.8 + 0.4 * Math.random());
    const wait = Math.max(backoff, this.notBefore - performance.now());
    this.handlers.state("waiting", this.byeMessage, Math.ceil(wait / 1000));
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** @param {any} frame */
  heard(frame) {
    this.lastHeard = performance.now();
    if (frame.type === "answer") {
      const waiting = this.open.get(frame.id);
      this.open.delete(frame.id);
      waiting?.done(frame);
    } else if (frame.type === "pong") {
      if (frame.version > this.handlers.version()) this.snapshot();
      if (frame.build) this.handlers.build(frame.build);
    } else {
      if (frame.type === "table") this.welcome();
      if (frame.type === "bye") this.bye(frame);
      this.handlers.frame(frame);
    }
  }

  /** A document has come: only now is it certain that the server wants this page. */
  welcome() {
    this.asked = false;
    this.tries = 0;
    this.byeMessage = "";
  }

  /** @param {{code: string, message: string}} frame */
  bye({ code, message }) {
    this.byeMessage = message;
    if (code === "too-fast") this.notBefore = performance.now() + TOO_FAST_MS;
    if (!FINAL.has(code)) return;
    this.ended = true;
    this.handlers.state("ended", message, 0);
  }

  /** One whole document, asked for once however many reasons there are. */
  snapshot() {
    if (this.asked) return;
    this.asked = true;
    this.send("snapshot");
  }

  beat() {
    if (this.wakeIfSlept()) return;
    const now = performance.now();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (now - this.lastHeard > SILENCE_MS) this.drop();
    else if (now - this.lastPing >= PING_MS) {
      this.lastPing = now;
      this.write({ type: "ping", version: this.handlers.version(), id: this.nextId++ });
    }
  }

  /** The socket is given up without waiting for the other side's goodbye. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.closed();
  }

  /**
   * After a sleep: what was clicked before or into it is dropped, and one document is fetched.
   * @returns {boolean} whether there was a sleep
   */
  wakeIfSlept() {
    const now = performance.now();
    const slept = now - this.lastBeat > SLEEP_MS;
    this.lastBeat = now;
    if (!slept) return false;
    for (const { done } of this.open.values()) done({ ok: false, code: "slept", message: "" });
    this.open.clear();
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.lastHeard = now;
      this.asked = false;
      this.snapshot();
    } else this.connect();
    return true;
  }

  /** @returns {boolean} */
  get live() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {string} type @param {Record<string, any>} [fields] @returns {Promise<Answer>} */
  send(type, fields = {}) {
    if (this.wakeIfSlept() && type !== "snapshot") return Promise.resolve({ ok: false, code: "slept", message: "The page was asleep. Please look again and choose." });
    const frame = { type, id: this.nextId++, ...fields };
    if (!this.live && !REPEATABLE.has(type)) {
      return Promise.resolve({ ok: false, code: "lost", message: "There is no connection just now. Please try again in a moment." });
    }
    return new Promise((done) => {
      this.open.set(frame.id, { frame, done });
      this.write(frame);
    });
  }

  /** @param {any} frame */
  write(frame) {
    if (this.live) this.socket?.send(JSON.stringify(frame));
  }
}
