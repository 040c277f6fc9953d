// @ts-check
import { button, el, keyed } from "../dom.js";
import { ask } from "../questions.js";

const MOST = 200; // characters of one line

/** Chat, with what the table itself has to say apart. @param {import("../table.js").TablePage} page @returns {import("../windows.js").Panel} */
export function chat(page) {
  return {
    title: "Chat",
    mount(body) {
      const log = el("ol", { class: "chat-log", tabindex: "0", "aria-label": "Lines" });
      const field = el("input", { type: "text", id: "chat-field", maxlength: MOST, autocomplete: "off", "data-first": true });
      const problem = el("p", { class: "error", role: "alert", hidden: true });
      const form = el("form", { class: "chat-form" }, el("label", { for: "chat-field", class: "visually-hidden", text: "Your line" }), field, el("button", { class: "button primary", text: "Send" }));
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (!text) return;
        const answer = await page.connection.send("chat", { text });
        problem.hidden = answer.ok;
        problem.textContent = answer.message ?? "";
        if (answer.ok) field.value = "";
      });
      const told = el("p", { class: "quiet", role: "status" });
      body.append(log, told, problem, form);
      return (doc) => {
        form.hidden = !doc.you?.can.includes("chat");
        const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
        keyed(log, lines(page, doc), (line) => line.key, (line) => (line.system ? el("li", { class: "system", text: line.text }) : spoken(page, line, (text) => (told.textContent = text))));
        if (atEnd) log.scrollTop = log.scrollHeight;
      };
    },
  };
}

/** @param {import("../table.js").TablePage} page @param {import("../contract.js").Doc} doc */
function lines(page, doc) {
  const { mutes } = page.settings;
  const system = doc.notices.map((notice) => ({ key: `n${notice.id}`, system: true, at: page.store.receivedAt - notice.ms_ago, text: notice.text, name: "", who: "", id: 0, seat: -1 }));
  const said = page.chat.map((line) => {
    const who = String(line.user ?? line.name);
    return { key: `c${line.id}${mutes.has(who) ? "m" : ""}`, system: false, at: line.at, text: mutes.has(who) ? "" : line.text, name: line.name, who, id: line.id, seat: line.seat };
  });
  return [...system, ...said].sort((a, b) => a.at - b.at);
}

/** @param {import("../table.js").TablePage} page @param {ReturnType<typeof lines>[0]} line @param {(text: string) => void} tell */
function spoken(page, line, tell) {
  const own = line.seat === page.shown?.you?.seat;
  const muted = page.settings.mutes.has(line.who);
  const tools = own ? null : el("span", { class: "chat-tools" },
    button(muted ? `Hear ${line.name}` : "Mute", () => {
      page.settings.toggleMute(line.who);
      tell(muted ? `You see what ${line.name} writes again.` : `You no longer see what ${line.name} writes. Only you know.`);
    }, "plain"),
    muted ? null : button("Report", () => report(page, line, tell), "plain"));
  return el("li", { class: own ? "own" : "" }, el("strong", { text: line.name }), " ", el("span", { class: muted ? "quiet" : "", text: muted ? "(muted)" : line.text }), tools);
}

/** @param {import("../table.js").TablePage} page @param {{id: number, name: string, text: string}} line @param {(text: string) => void} tell */
async function report(page, line, tell) {
  if (!(await ask(page.root, { title: "Report this line?", text: `The reviewers will see what ${line.name} wrote: “${line.text}”`, yes: "Report", no: "Cancel" }))) return;
  const token = document.querySelector("input[name=csrfmiddlewaretoken]");
  const form = new FormData();
  form.append("line", String(line.id));
  try {
    const answer = await fetch(page.root.dataset.report ?? "", { method: "POST", body: form, headers: { "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "" } });
    tell(answer.ok ? "Thank you. The reviewers will look at it." : "The report was not taken. Please try again in a minute.");
  } catch {
    tell("There is no connection just now. Please report it again in a moment.");
  }
}
