// Before the first paint: the theme somebody chose last. A plain script, because a module would come too late.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    /* no storage: the felt it is */
  }
  document.documentElement.dataset.theme = theme === "paper" ? "paper" : "felt";
})();
