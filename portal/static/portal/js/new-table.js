// @ts-check
/** Another rule set or number of players has other options: the page fetches them at once. */
for (const form of document.querySelectorAll("form[data-auto-submit]")) {
  form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).requestSubmit());
  for (const button of form.querySelectorAll("[data-auto-hide]")) /** @type {HTMLElement} */ (button).hidden = true;
}
