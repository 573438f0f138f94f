"use strict";
// In each page of JupyterLite, before the rest of it: what it takes from the book, two folders up.
(() => {
  // Whoever has chosen light or dark in the book has chosen it here; else the system says.
  let mode = null;
  try {
    mode = localStorage.getItem("mode");
  } catch {
    // this browser keeps nothing
  }
  if (mode === "light" || mode === "dark") {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const scheme = /prefers-color-scheme: *(light|dark)/.exec(query);
      return ask(scheme ? (scheme[1] === mode ? "all" : "not all") : query);
    };
  }

  // The colors of a traceback are made for a light page.
  const style = document.createElement("style");
  const dark = 'body[data-jp-theme-light="false"]';
  const error = '.jp-RenderedText[data-mime-type="application/vnd.jupyter.stderr"]';
  style.textContent = `${dark} ${error} pre span { color: inherit !important }`;
  document.head.append(style);

  // JupyterLab takes a link without an address for one to a file of its own, and its logo leads to
  // a list of those: links in a set's text lead to the book, and the logo to its problem sets.
  const lead = (event) => {
    const link = event.target.closest?.(".jp-RenderedMarkdown a[href], a#jp-NotebookLogo");
    const page = link?.id ? "chapters/exercises.html" : /chapters\/\w+\.html.*$/.exec(link?.href)?.[0];
    if (!page) return;
    link.href = new URL(`../../${page}`, location.href);
    link.target = "_blank";
    if (link.id) link.title = "Problem sets";
    if (event.type === "click") event.stopImmediatePropagation();
  };
  for (const type of ["pointerover", "focusin", "click"]) window.addEventListener(type, lead, true);
})();
