// @ts-check
/** The page of fair deals: what the portal would check for a browser without scripts is checked in the browser here. */
import { el } from "./dom.js";
import { BadRecord, check, readRecord } from "./verify.js";

const TONES = { matches: "good", "not-dealt": "good", "seed-differs": "bad", "order-differs": "bad", "context-differs": "bad", "not-revealed": "warn", missing: "warn" };
const result = /** @type {HTMLElement} */ (document.querySelector('[data-part="result"]'));
const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-part="by-record"]'));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files?.[0];
  const text = given ? await given.text() : /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("record")).value.trim();
  if (!text) return tell(el("p", { class: "note bad", role: "alert", text: "Choose the file of a record, or paste its text." }));
  await checked(text);
});

const address = result.dataset.record;
if (address) ofGame(address);

/** @param {string} record its address */
async function ofGame(record) {
  let response;
  try {
    response = await fetch(record);
  } catch {
    return; // without a connection the portal's own findings stay
  }
  if (response.ok) await checked(await response.text(), record.replace(/\.json$/, "/"));
}

/** @param {string} text @param {string} [page] of the game */
async function checked(text, page) {
  try {
    const record = readRecord(text);
    const findings = await check(record);
    const entries = new Map(record.fairness.map((/** @type {any} */ entry) => [entry.hand, entry]));
    const how = globalThis.crypto?.subtle ? "with its own SHA-256 (WebCrypto)" : "with this page's SHA-256, because WebCrypto is kept from pages without https";
    tell(
      el("h3", { text: "What was found" }),
      el("p", { class: "quiet", "data-part": "by-whom" }, `Checked in your browser, ${how}`, page ? ": " : ".", page ? el("a", { href: page, text: `game ${page.split("/").at(-2)}` }) : null, page ? "." : null),
      findings.length ? el("ol", { class: "findings", "data-part": "findings" }, ...findings.map((finding) => line(finding, entries.get(finding.hand)))) : el("p", { class: "note", text: "This game has had no deal." }),
    );
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    tell(el("p", { class: "note bad", role: "alert", text: error.message }));
  }
}

/** @param {import("./verify.js").Finding} finding @param {import("./verify.js").Entry|undefined} entry */
function line(finding, entry) {
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [el("dt", { text: name }), el("dd", {}, el("code", { class: "long", text: value }))];
  const nonces = Object.entries(entry?.nonces ?? {}).flatMap(([seat, nonce]) => row(`From seat ${Number(seat) + 1}`, nonce));
  return el("li", { class: `note ${TONES[finding.verdict]}`, "data-verdict": finding.verdict }, el("p", { text: finding.sentence }),
    entry ? el("details", {}, el("summary", { text: "What it was checked by" }),
      el("dl", { class: "facts tiny" }, ...row("Commitment", entry.commitment), ...row("Seed", entry.seed ?? "still secret"), ...row("Context", entry.context),
        ...(nonces.length ? nonces : [el("dt", { text: "From the browsers" }), el("dd", { text: "nothing" })]))) : null);
}

/** @param {...Node} nodes */
function tell(...nodes) {
  const first = !result.dataset.record;
  result.replaceChildren(...nodes);
  if (first) result.focus();
}
