"use strict";

// A formula that is wider than its place is set smaller, down to half; only beyond that it scrolls.
{
  const PLACES =
    "main div.math > mjx-container, details.check mjx-container, section.equations mjx-container";
  const fit = (within) => {
    const formulas = [...within.querySelectorAll(PLACES)];
    for (const one of formulas) one.style.zoom = "";
    const sizes = formulas.map((one) => [
      one,
      (one.hasAttribute("display") ? one : one.parentElement.closest("div, li, p, td")).clientWidth,
      one.querySelector("mjx-math").getBoundingClientRect().width,
    ]);
    for (const [one, place, wide] of sizes)
      if (place && wide > place + 1) one.style.zoom = Math.max(0.5, (place - 1) / wide);
  };
  addEventListener("load", () => {
    const set = window.MathJax?.startup?.promise;
    if (!set) return;
    set.then(() => fit(document));
    let width = innerWidth;
    addEventListener("resize", () => {
      if (width !== innerWidth) fit(document);
      width = innerWidth;
    });
    for (const fold of document.querySelectorAll("main details"))
      fold.addEventListener("toggle", () => fit(fold));
  });
}
