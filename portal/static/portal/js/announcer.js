// @ts-check
/** What a screen reader hears: one polite region for what happens, one assertive for what needs an answer now. */

const GATHER_MS = 150; // what happens together is read as one

export class Announcer {
  /** @param {HTMLElement} polite @param {HTMLElement} urgent */
  constructor(polite, urgent) {
    this.polite = polite;
    this.urgent = urgent;
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
    /** @type {string[]} all that was said, for tests and for looking back */
    this.transcript = [];
  }

  /** @param {string[]} sentences */
  say(...sentences) {
    this.waiting.push(...sentences.filter(Boolean));
    if (!this.waiting.length || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.put(this.polite, this.waiting.splice(0).join(" "));
    }, GATHER_MS);
  }

  /** @param {string} sentence */
  alert(sentence) {
    if (sentence) this.put(this.urgent, sentence);
  }

  /** A new element, so that the same sentence twice is read twice. @param {HTMLElement} region @param {string} text */
  put(region, text) {
    const line = document.createElement("p");
    line.textContent = text;
    region.replaceChildren(line);
    this.transcript.push(text);
    if (this.transcript.length > 200) this.transcript.shift();
  }
}
