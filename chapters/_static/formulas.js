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
    if (added.some((node) => node.matches("table mjx-container:has(mjx-math)"))) fitTables();
  }).observe(document.body, { childList: true, subtree: true });

  // MathJax would measure the text around every formula before it sets the first. That is the same
  // wherever typeface and size are, which are the same in elements of one kind, but nothing where the
  // text is not shown.
  const measureOnce = (jax) => {
    const [kinds, shown, hidden] = [new Map(), new Map(), new Map()];
    const kind = (one) => (one ? `${kind(one.parentElement)} ${one.tagName}.${one.className}` : "");
    const look = (one) => {
      const { fontFamily, fontSize } = getComputedStyle(one);
      return `${fontFamily} ${fontSize}`;
    };
    const once = (map, key, make) => map.get(key) ?? map.set(key, make()).get(key);
    const around = (display) => (parent) => {
      const key = `${display} ${once(kinds, kind(parent), () => look(parent))}`;
      const measured = shown.has(key) || parent.offsetParent ? shown : hidden;
      return once(measured, key, () => jax.getMetricsFor(parent, display));
    };
    jax.getMetricMaps = () => [false, true].map((display) => ({ get: around(display) }));
  };

  // MathJax would write MathML, for screen readers, for each formula that is not set yet too: of nothing.
  const describeWhenSet = (formula) => {
    const { assistiveMml } = formula;
    formula.assistiveMml = function (...options) {
      if (!this.lazyTypeset) assistiveMml.apply(this, options);
    };
  };
  if (window.MathJax)
    MathJax.startup = {
      ready() {
        MathJax.startup.defaultReady();
        measureOnce(MathJax.startup.document.outputJax);
        describeWhenSet(MathJax.startup.document.options.MathItem.prototype);
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
