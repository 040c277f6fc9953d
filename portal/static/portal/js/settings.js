// @ts-check
/** What a person chose for this browser. Kept in localStorage; a page without storage uses the defaults. */

const DEFAULTS = { deck: "two", sound: "on", motion: "auto", size: "normal", clicks: "one", reasons: "on", muted: "" };
/** @typedef {keyof typeof DEFAULTS} Name */

export class Settings extends EventTarget {
  constructor() {
    super();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.show();
    addEventListener("storage", () => this.changed());
  }

  /** @param {Name} name @returns {string} */
  get(name) {
    try {
      return localStorage.getItem(`table/${name}`) ?? DEFAULTS[name];
    } catch {
      return DEFAULTS[name];
    }
  }

  /** @param {Name} name @param {string} value @returns {boolean} whether it will be remembered */
  set(name, value) {
    let kept = true;
    try {
      localStorage.setItem(`table/${name}`, value);
    } catch {
      kept = false;
    }
    this.changed();
    return kept;
  }

  changed() {
    this.show();
    this.dispatchEvent(new Event("change"));
  }

  show() {
    const data = document.documentElement.dataset;
    data.deck = this.get("deck");
    data.motion = this.moves ? "on" : "off";
    data.reasons = this.get("reasons");
  }

  get moves() {
    const chosen = this.get("motion");
    return chosen === "on" || (chosen === "auto" && !this.calm.matches);
  }

  /** Accounts or names whose chat lines this person does not want to see. @returns {Set<string>} */
  get mutes() {
    return new Set(this.get("muted").split("\n").filter(Boolean));
  }

  /** @param {string} who */
  toggleMute(who) {
    const mutes = this.mutes;
    if (!mutes.delete(who)) mutes.add(who);
    this.set("muted", [...mutes].join("\n"));
  }
}
