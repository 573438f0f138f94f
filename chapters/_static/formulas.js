"use strict";

// A formula that is wider than its place is set smaller, down to half; only beyond that it scrolls.
{
  const fit = () => {
    const formulas = [...document.querySelectorAll("main mjx-container[display=true], main details.check mjx-container, section.equations mjx-container")];
    for (const one of formulas) one.style.zoom = "";
    const sizes = formulas.map((one) => {
      const place = one.parentElement.closest("div, li, p, td").clientWidth;
      return [one, place, one.scrollWidth];
    });
    for (const [one, place, wide] of sizes)
      if (place && wide > place + 1) one.style.zoom = Math.max(0.5, (place - 1) / wide);
  };
  addEventListener("load", () => {
    const set = window.MathJax?.startup?.promise;
    if (!set) return;
    set.then(fit);
    let width = innerWidth;
    addEventListener("resize", () => {
      if (width !== innerWidth) fit();
      width = innerWidth;
    });
    for (const fold of document.querySelectorAll("main details")) fold.addEventListener("toggle", fit);
  });
}
