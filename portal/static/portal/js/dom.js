// @ts-check
/** Building and reconciling elements. Text is only ever set as text. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props] attributes; `text` sets the text, `on` adds listeners, false and null are left out
 * @param {...(Node|string|null|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, props, children);
  return made;
}

/** @param {string} tag @param {Record<string, any>} [props] @param {...Node} children @returns {SVGElement} */
export function svg(tag, props = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  fill(made, props, children);
  return /** @type {SVGElement} */ (made);
}

/** @param {Element} made @param {Record<string, any>} props @param {(Node|string|null|false)[]} children */
function fill(made, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "text") made.textContent = value;
    else if (name === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false));
}

/** Sets text only where it differs, so that nothing is read out or repainted for nothing. @param {Element} node @param {string} text */
export function setText(node, text) {
  if (node.textContent === text) return;
  const { firstChild, lastChild } = node;
  if (firstChild instanceof Text && firstChild === lastChild) firstChild.data = text; // a new node would be laid out anew
  else node.textContent = text;
}

/** @param {Element} node @param {string} name @param {string|boolean|null} value */
export function setAttr(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== (value === true ? "" : value)) node.setAttribute(name, value === true ? "" : value);
}

/**
 * Makes the children of `parent` those of `items`, in order, keeping the elements (and the focus) of keys that stay.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} create
 * @param {(node: HTMLElement, item: T, index: number) => void} [update]
 */
export function keyed(parent, items, key, create, update) {
  const old = new Map([...parent.children].map((node) => [/** @type {HTMLElement} */ (node).dataset.key, /** @type {HTMLElement} */ (node)]));
  const keys = new Set(items.map(key));
  for (const [name, node] of old) if (name === undefined || !keys.has(name)) node.remove();
  items.forEach((item, index) => {
    const name = key(item);
    let node = old.get(name);
    if (!node) {
      node = create(item);
      node.dataset.key = name;
    }
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
    update?.(node, item, index);
  });
}

/** When what has been changed so far is on the screen; soon in any case, where nobody looks. @returns {Promise<void>} */
export function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
}

/** A sheet of styles, if the page has not got it yet. @param {string} address whole, with its host */
export function addSheet(address) {
  const known = [...document.querySelectorAll("link")].some((link) => link.href === address);
  if (!known) document.head.append(el("link", { rel: "stylesheet", href: address }));
}

/** @param {string} text @param {() => void} click @param {string} [kind] @returns {HTMLButtonElement} */
export function button(text, click, kind = "") {
  return el("button", { type: "button", class: `button ${kind}`.trim(), text, on: { click } });
}

/** @param {string[]} names @returns {string} "Ann, Bea and Cal" */
export function list(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
