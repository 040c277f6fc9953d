// @ts-check
import { el } from "../dom.js";

/** @type {[import("../settings.js").Name, string, [string, string][]][]} */
const CHOICES = [
  ["deck", "Colours of the suits", [["two", "Two: black and red"], ["four", "Four: clubs green, diamonds blue"]]],
  ["size", "Size of your cards", [["small", "Small"], ["normal", "Normal"], ["large", "Large"]]],
  ["clicks", "Mouse", [["one", "One click plays a card"], ["two", "First click raises, second plays"]]],
  ["sound", "Sound", [["on", "On"], ["off", "Off"]]],
  ["motion", "Motion", [["auto", "As the system says"], ["on", "On"], ["off", "Off"]]],
  ["reasons", "Why computers play what they play (test games)", [["on", "Show"], ["off", "Hide"]]],
];

/** @param {import("../table.js").TablePage} page @returns {import("../windows.js").Panel} */
export function settings(page) {
  return {
    title: "Settings",
    mount(body) {
      const said = el("p", { class: "tiny quiet", role: "status" });
      const store = (/** @type {any} */ name, /** @type {string} */ value) => (said.textContent = page.settings.set(name, value) ? "Saved in this browser." : "This browser keeps nothing, so this holds only until you leave.");
      body.append(el("div", { class: "form" }, ...CHOICES.map(([name, label, values]) => group(name, label, values, page.settings.get(name), (value) => store(name, value))), theme()), said);
      return () => {};
    },
  };
}

/** @param {string} name @param {string} label @param {[string, string][]} values @param {string} chosen @param {(value: string) => void} change */
function group(name, label, values, chosen, change) {
  return el("fieldset", {}, el("legend", { text: label }), ...values.map(([value, text]) => {
    const field = el("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => change(value) } });
    return el("label", {}, field, text);
  }));
}

/** The theme belongs to the whole site: theme.js reads the same place. */
function theme() {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("theme") ?? "auto";
  } catch {
    // Storage is switched off: the system's theme it is.
  }
  return group("theme", "Theme", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]], chosen, (value) => {
    try {
      localStorage.setItem("theme", value);
    } catch {
      document.documentElement.dataset.theme = value;
      return;
    }
    dispatchEvent(new Event("theme-changed"));
  });
}
