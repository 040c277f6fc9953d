// @ts-check
import { button, counted, el } from "../dom.js";
import { fairShuffles } from "./fairness.js";
import { fullScreen, link, openWindow } from "./index.js";

/** @typedef {import("../table.js").TablePage} TablePage @typedef {import("../contract.js").Doc} Doc */

/** The rules of this very table. @param {TablePage} page @returns {import("../windows.js").Panel} */
export function rules(page) {
  return {
    title: "Rules of this table",
    mount(body) {
      let shown = "";
      return (/** @type {Doc} */ doc) => {
        const { table, fairness, dealing } = doc;
        const key = JSON.stringify([table.rules, fairness, dealing]);
        if (key === shown) return;
        shown = key;
        const open = body.querySelector("details")?.open ?? false;
        const time = table.scored ? `Scored: ${table.move_time_s} seconds for each move; no hints, no taking back.` : "A test game: no clock, and nothing is recorded.";
        body.replaceChildren(
          el("p", { class: "quiet", text: `${[table.title, table.rule_set_title, table.length_text].filter(Boolean).join(", ")}. Computers play at level ${table.level}, ${table.level_title}. ${time}` }),
          el("ul", {}, ...table.rules.map((/** @type {string} */ rule) => el("li", { text: rule }))),
          el("p", {}, link(`/rules/${table.game}/`, "The whole rules")),
          ...(dealing || fairness.length ? [el("details", { open }, el("summary", { text: "Fair shuffles" }), ...fairShuffles(doc))] : []));
      };
    },
  };
}

/** @param {TablePage} page @returns {import("../windows.js").Panel} */
export function help(page) {
  return {
    title: "Help",
    mount(body) {
      const rows = page.client?.help ?? [["Everything", "The controls are listed here once the game has begun."]];
      body.append(
        el("dl", { class: "help-list" }, ...rows.flatMap(([what, does]) => [el("dt", { text: what }), el("dd", { text: does })])),
        el("p", { text: "The line below the table always says what is to be done. The ring around a seat is its time: below 30 seconds there are figures, and for the last 10 it turns into a thick dashed frame and ticks." }),
        el("p", { class: "of-hands", text: "A card with a dashed edge cannot be played now. Try it, and the line says why." }),
        el("p", { text: "If the connection is lost, the page comes back by itself to where you were. Your seat is kept for three minutes." }));
      return () => {};
    },
  };
}

/** Everything that has no button of its own, or no room for it on a phone. @param {TablePage} page @returns {import("../windows.js").Panel} */
export function menu(page) {
  return {
    title: "Menu",
    mount(body) {
      const open = (/** @type {string} */ name) => () => openWindow(page, name);
      const hands = page.root.dataset.hands === "yes";
      const again = button(hands ? "Restart: the same cards" : "Restart", () => page.confirmed("restart"));
      const fresh = button(hands ? "New game: new cards" : "New game", () => page.send("rematch"));
      const items = [
        again, fresh,
        button("Rules of this table", open("rules"), "cramped"), button("Settings", open("settings"), "cramped"), button("Help", open("help"), "cramped"),
        button(document.fullscreenElement ? "Leave full screen" : "Full screen", () => fullScreen(page), "cramped"),
        link("/versions/", "Version log"), link("/", page.shown?.you ? "Lobby: your seat is kept" : "Lobby"), button(page.shown?.you ? "Exit: leave the table" : "Exit", () => page.confirmed("exit"), "danger cramped"),
      ];
      body.append(el("div", { class: "menu-list" }, ...items));
      return (/** @type {Doc} */ doc) => {
        again.hidden = !doc.you?.can.includes("restart");
        fresh.hidden = !doc.you?.can.includes("rematch");
      };
    },
  };
}

/** One seat in full. @param {TablePage} page @returns {import("../windows.js").Panel} */
export function seat(page) {
  return {
    title: "Seat",
    mount(body) {
      const title = body.parentElement?.querySelector("h2");
      const replace = button("Let a computer play on", () => page.send("replace", { seat: page.seatShown }));
      const words = el("div");
      body.append(words, el("div", { class: "actions" }, replace));
      let shown = "";
      return (/** @type {Doc} */ doc) => {
        const info = doc.seats[page.seatShown ?? 0];
        if (title) title.textContent = info.kind === "open" ? "Free seat" : info.name;
        const lines = seatLines(page, doc, info);
        if (lines.join() !== shown) words.replaceChildren(...lines.map((text) => el("p", { text })));
        shown = lines.join();
        replace.hidden = !(doc.you && !doc.table.scored && doc.table.status === "running" && info.kind === "human" && (info.absent_ms ?? 0) >= 180000);
      };
    },
  };
}

/** @param {TablePage} page @param {Doc} doc @param {import("../contract.js").SeatInfo} info @returns {string[]} */
function seatLines(page, doc, info) {
  const kinds = { open: "Nobody sits here yet.", computer: `A computer player of level ${info.level}.`, human: info.guest ? "A guest, without an account." : "A player with an account." };
  const score = doc.game && page.client?.score(doc, info.seat).label;
  return [
    kinds[info.kind],
    score ? `${score}.` : "",
    info.left ? "Left the game; a computer plays on." : "",
    info.kind === "human" && !info.connected ? `Without a connection for ${counted(Math.round((info.absent_ms ?? 0) / 1000), "second")}.` : "",
    info.reason ? `Last move: ${info.reason.text}` : "",
  ].filter(Boolean);
}
