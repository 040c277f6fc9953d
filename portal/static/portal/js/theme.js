// Sets the theme before the first paint. A classic script in the head: a module would run too late.
(function () {
  "use strict";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  function apply() {
    let chosen = null;
    try { chosen = localStorage.getItem("theme"); } catch { /* storage is switched off: follow the system */ }
    if (chosen !== "light" && chosen !== "dark") chosen = dark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = chosen;
  }
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("theme-changed", apply);
  document.addEventListener("DOMContentLoaded", function () {
    const select = document.getElementById("theme");
    if (!(select instanceof HTMLSelectElement)) return;
    try { select.value = localStorage.getItem("theme") || "auto"; } catch { select.value = "auto"; }
    select.closest("label").hidden = false;
    select.addEventListener("change", function () {
      try { localStorage.setItem("theme", select.value); } catch { document.documentElement.dataset.theme = select.value; return; }
      apply();
    });
  });
})();
