// @ts-check
import { button, counted, el, list, setText } from "./dom.js";

/** @typedef {import("./contract.js").Doc} Doc */

/** The middle of a table that waits for its players. @param {import("./table.js").TablePage} page @param {Doc} doc */
export function lobby(page, doc) {
  const open = doc.table.status === "open";
  if (!open) {
    page.lobbyBox?.remove();
    page.lobbyBox = page.lobbyActions = null;
    for (const node of page.parts.actions.querySelectorAll(".lobby-action")) node.remove();
    return;
  }
  page.lobbyBox ??= build(page);
  page.lobbyActions ??= actions(page);
  if (!page.lobbyBox.isConnected) page.parts.centre.append(page.lobbyBox);
  const { fill, start, sit, stand } = page.lobbyActions;
  const can = doc.you?.can ?? [];
  const free = doc.seats.filter((seat) => seat.kind === "open").length;
  const host = can.includes("start");
  fill.hidden = !(host && free && !doc.table.people_only);
  start.hidden = !host || !startable(doc);
  start.classList.toggle("primary", fill.hidden);
  setText(start, free ? `Start with ${doc.seats.length - free}` : "Start");
  sit.hidden = doc.you !== null || !free;
  stand.hidden = !can.includes("stand");
}

/** @param {Doc} doc @returns {boolean} whether the seats taken are enough to start as they are */
function startable({ table, seats }) {
  const taken = seats.filter((seat) => seat.kind !== "open").length;
  return taken === seats.length || (table.seats_needed?.includes(taken) ?? false);
}

/** @param {Doc} doc @returns {string} */
export function lobbyStatus(doc) {
  const { table, seats, you } = doc;
  const taken = seats.filter((seat) => seat.kind !== "open").length;
  const free = seats.length - taken;
  if (!you) return free ? `${counted(free, "seat is", "seats are")} free. Sit down to play.` : "All seats are taken.";
  const host = seats.find((seat) => seat.host);
  if (!free) return you.host ? "Everybody is here. Start when you like." : `Everybody is here. ${host?.name ?? "The host"} starts the game.`;
  const needed = table.seats_needed?.length ? ` This game needs ${list(table.seats_needed.map(String)).replace(" and ", " or ")} players.` : "";
  return you.host ? `${taken} of ${seats.length} seats are taken.${needed} Send the link, or fill up with computers.` : `${taken} of ${seats.length} seats are taken. ${host?.name ?? "The host"} starts the game.`;
}

/** @param {import("./table.js").TablePage} page @returns {HTMLElement} */
function build(page) {
  const link = new URL(`/tables/${page.code}/`, location.href).href;
  const copy = button("Copy the link", async () => {
    try {
      await navigator.clipboard.writeText(link);
      page.say("The link is copied. Send it to whom you like.");
    } catch {
      page.say(`Copying is not allowed here. The link is ${link}`);
    }
  }, "small");
  return el("div", { class: "lobby" },
    el("p", { class: "lobby-code" }, "Room code ", el("strong", { text: page.code })),
    el("img", { class: "qr", src: `/tables/${page.code}/qr.svg`, alt: "The link of this table as a QR picture", width: "132", height: "132" }),
    copy, el("p", { class: "lobby-about", text: page.store.doc ? about(page.store.doc.table) : "" }));
}

/** What is played here, for whoever thinks of sitting down. @param {Doc["table"]} table */
function about(table) {
  const kind = table.scored ? `scored, ${table.move_time_s} seconds a move` : "test game";
  return [table.title, table.rule_set_title, table.length_text, table.level_title, kind, table.by_lot && "seats by lot"].filter(Boolean).join(" · ");
}

/** @param {import("./table.js").TablePage} page */
function actions(page) {
  const fillAndStart = async () => {
    if ((await page.send("fill")).ok) await page.send("start");
  };
  const made = {
    fill: button("Fill with computers and start", fillAndStart, "primary lobby-action"),
    start: button("Start", () => page.send("start"), "lobby-action"),
    sit: button("Sit down", () => page.confirmed("sit"), "primary lobby-action"),
    stand: button("Stand up", () => page.send("stand"), "lobby-action"),
  };
  page.parts.actions.append(...Object.values(made));
  return made;
}
