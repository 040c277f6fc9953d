// @ts-check
import { el, button, painted } from "./dom.js";

/**
 * The one window beside the table: a sheet from below on a phone, a panel at the side on a desk. The table stays in
 * sight and in play. A panel's `mount(body)` fills it once and returns what brings it up to date.
 *
 * @typedef {{title: string, mount: (body: HTMLElement) => ((doc: any) => void)}} Panel
 */
export class Windows {
  /** @param {HTMLElement} slot @param {HTMLElement} page @param {() => any} doc */
  constructor(slot, page, doc) {
    this.slot = slot;
    this.page = page;
    this.doc = doc;
    this.name = "";
    /** @type {Element|null} */
    this.opener = null;
    /** @type {((doc: any) => void)|null} */
    this.refresh = null;
    this.onChange = () => {};
  }

  /** @param {string} name @param {Panel} panel @param {boolean} [quietly] opened by events: does not take the focus from a field */
  open(name, panel, quietly = false) {
    const typing = document.activeElement?.matches("input, textarea");
    if (!this.slot.contains(document.activeElement)) this.opener = document.activeElement;
    const title = el("h2", { id: "window-title", tabindex: "-1", text: panel.title });
    const body = el("div", { class: "window-body" });
    const close = button("Close", () => this.close(), "small");
    this.slot.replaceChildren(el("div", { class: "window-head" }, title, close), body);
    this.slot.dataset.window = name;
    this.slot.hidden = false;
    this.page.dataset.window = name;
    this.name = name;
    this.refresh = panel.mount(body);
    this.update();
    this.onChange();
    if (!(quietly && typing)) /** @type {HTMLElement} */ (body.querySelector("[data-first]") ?? title).focus({ preventScroll: true });
  }

  /** @returns {boolean} whether one was open */
  close() {
    if (!this.name) return false;
    const inside = this.slot.contains(document.activeElement);
    this.name = "";
    this.refresh = null;
    this.slot.hidden = true;
    delete this.page.dataset.window;
    painted().then(() => this.name || this.slot.replaceChildren()); // what comes in its place is not to wait for that
    if (inside && this.opener instanceof HTMLElement) this.opener.focus({ preventScroll: true });
    this.onChange();
    return true;
  }

  update() {
    const doc = this.doc();
    if (doc) this.refresh?.(doc);
  }
}

/** Closes every question that stands open; each counts as answered with no. */
export function closeQuestions() {
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}
