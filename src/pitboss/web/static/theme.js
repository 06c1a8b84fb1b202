// Sets the theme chosen last, before the first paint. A plain script, because a module would run too late.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    /* without storage the default is used */
  }
  document.documentElement.dataset.theme = theme === "paper" ? "paper" : "felt";
})();
