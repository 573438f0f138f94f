"use strict";

// MathJax sets a formula when it comes near the window (its extension ui/lazy), so that a long page
// is there at once. One that is wider than its place is set smaller, down to half, and so is a table;
// only beyond that it scrolls.
{
  const PLACES = ["main div.math >", "details.check", "section.equations"]
    .map((place) => `${place} mjx-container:has(mjx-math)`)
    .join();
  const shrink = (sizes) => {
    for (const [one, place, wide] of sizes)
      if (place && wide > place + 1) one.style.zoom = Math.max(0.5, (place - 1) / wide);
  };
  const fit = (formulas) => {
    for (const one of formulas) one.style.zoom = "";
    const sizes = formulas.map((one) => [
      one,
      (one.hasAttribute("display") ? one : one.parentElement.closest("div, li, p, td")).clientWidth,
      one.querySelector("mjx-math").getBoundingClientRect().width,
    ]);
    shrink(sizes);
  };
  const fitTables = () => {
    const tables = [...document.querySelectorAll(".pst-scrollable-table-container > table")];
    for (const one of tables) one.style.zoom = "";
    const sizes = tables.map((one) => [one, one.parentElement.clientWidth, one.parentElement.scrollWidth]);
    shrink(sizes);
  };
  const fitAll = () => {
    fit([...document.querySelectorAll(PLACES)]);
    fitTables();
  };

  // One that is not set yet tells a screen reader its LaTeX.
  const tell = (lazy) => {
    const formula = MathJax.startup.document.lazyList.get(lazy.dataset.mjxLazy);
    lazy.setAttribute("role", "math");
    lazy.setAttribute("aria-label", formula.math);
  };

  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.matches);
    for (const node of added) node.querySelectorAll("mjx-lazy").forEach(tell);
    fit(added.filter((node) => node.matches(PLACES)));
    if (added.some((node) => node.matches("table mjx-container"))) fitTables();
  }).observe(document.body, { childList: true, subtree: true });

  // MathJax would measure the text around every formula before it sets the first. That is the same
  // wherever typeface and size are, but nothing where the text is not shown.
  const measureOnce = (jax) => {
    const measured = new Map();
    const around = (display) => (parent) => {
      const { fontFamily, fontSize } = getComputedStyle(parent);
      const key = `${display} ${fontFamily} ${fontSize}`;
      const found = measured.get(key) ?? jax.getMetricsFor(parent, display);
      if (parent.offsetParent) measured.set(key, found);
      return found;
    };
    jax.getMetricMaps = () => [false, true].map((display) => ({ get: around(display) }));
  };
  if (window.MathJax)
    MathJax.startup = {
      ready() {
        MathJax.startup.defaultReady();
        measureOnce(MathJax.startup.document.outputJax);
      },
    };

  let width = innerWidth;
  addEventListener("resize", () => {
    if (width !== innerWidth) fitAll();
    width = innerWidth;
  });
  matchMedia("print").addEventListener("change", fitAll);
  fitTables();
  for (const fold of document.querySelectorAll("main details"))
    fold.addEventListener("toggle", fitAll);
}
