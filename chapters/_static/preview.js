"use strict";

// Shows what a link to a term of the glossary or to an equation leads to, while the pointer rests on
// it or the keyboard's focus is there. Equations of the same page come out of the page, all else out
// of preview_texts.js, in `previews`, which is loaded when it is first asked for. Bootstrap, which the
// theme has on every page, places the box.
{
  const LINKS = `main a.internal:is([href*="#term-"], [href*="#equation-"])`;
  const root = new URL(document.documentElement.dataset.content_root, document.baseURI).href;
  const REST = 200; // milliseconds: a pointer that passes shows nothing, and may pass to the box

  let texts;
  const load = () =>
    (texts ??= new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${root}_static/preview_texts.js`;
      script.addEventListener("load", () => done(window.previews));
      script.addEventListener("error", () => done({}));
      document.head.append(script);
    }));

  const find = async (link) => {
    const [page, anchor] = link.href.split("#");
    const there = page === location.href.split("#")[0] && document.getElementById(anchor);
    const [formula] = there ? MathJax.startup.document.getMathItemsWithin(there) : [];
    if (formula?.display) {
      const made = document.createElement("div");
      made.className = "math";
      made.textContent = `\\[${formula.math}\\]`;
      return made.outerHTML;
    }
    return (await load())[page.slice(root.length)]?.[anchor];
  };

  let shown = null; // a link, its box and Bootstrap's popover
  let wanted = null; // the link that is shown, or will be when its text is there
  let timer;

  const hide = () => {
    clearTimeout(timer);
    wanted = null;
    if (!shown) return;
    MathJax.typesetClear([shown.box]);
    shown.popover.dispose();
    shown = null;
  };

  const show = async (link) => {
    if (wanted === link) return; // it is shown, or will be
    hide();
    wanted = link;
    await MathJax.startup.promise;
    const text = await find(link);
    if (!text || wanted !== link) return;
    const box = document.createElement("div");
    box.innerHTML = text;
    const popover = new bootstrap.Popover(link, {
      animation: false,
      boundary: document.querySelector("main"),
      container: "main",
      content: box,
      customClass: "preview",
      fallbackPlacements: ["top"],
      html: true,
      placement: "bottom",
      popperConfig: (config) => {
        config.modifiers.find(({ name }) => name === "preventOverflow").options.padding = 8;
        return config;
      },
      trigger: "manual",
    });
    shown = { link, box, popover };
    popover.show();
    MathJax.startup.document.options.lazyAlwaysTypeset = [box];
    await MathJax.typesetPromise([box]);
    box.classList.add("set");
    if (shown?.popover === popover) popover.update();
  };

  const soon = (action) => {
    clearTimeout(timer);
    timer = setTimeout(action, REST);
  };

  document.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "touch") return; // a tap follows the link
    const link = target.closest(LINKS);
    if (link && link !== wanted) soon(() => show(link));
    else if (link || target.closest(".preview")) clearTimeout(timer);
    else if (shown?.link.matches(":focus-visible")) clearTimeout(timer);
    else soon(hide);
  });
  document.documentElement.addEventListener("pointerleave", () => soon(hide));
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(LINKS) && target.matches(":focus-visible")) show(target);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target === wanted) hide();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest(LINKS)) hide();
  });
}
