"use strict";

// Keeps in this browser which chapters a reader has read, to the summary, and the section that was
// read last; marks chapters in the sidebar and on the map, with what quiz.js keeps of their
// questions; and offers on the first page to go on. Nothing of it leaves the browser.
{
  const LAST = "ensemblelab-last";
  const nameOf = (page) => `ensemblelab-page-${page}`;
  const here = DOCUMENTATION_OPTIONS.pagename;
  const root = new URL(document.documentElement.dataset.content_root, document.baseURI).href;
  const storage = (() => {
    try {
      return localStorage;
    } catch {
      return null; // a browser may refuse to keep anything
    }
  })();

  // Each page keeps its own, so that no other, open beside it, undoes it.
  const load = (name) => {
    try {
      return JSON.parse(storage.getItem(name)) ?? {};
    } catch {
      return {}; // written by hand
    }
  };
  const save = (name, value) => {
    try {
      storage.setItem(name, JSON.stringify(value));
    } catch {
      // it is full, or refuses
    }
  };
  const namesKept = () => Object.keys(storage).filter((name) => name.startsWith("ensemblelab-"));

  const make = (tag, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  };

  // What is known of the page that a link leads to.
  const progress = (link) => {
    const address = new URL(link.getAttribute("href"), document.baseURI).href.split("#")[0];
    const page = link.matches(".current") ? here : address.slice(root.length).replace(/\.html$/, "");
    const { read = false, quizzes = [] } = load(nameOf(page));
    const asked = quizzes.length;
    const answered = quizzes.filter((quiz) => storage.getItem(`ensemblelab-${quiz}`)).length;
    const words = [read && "read", answered && `${answered} of ${asked} questions answered`];
    return { read, asked, answered, words: words.filter(Boolean).join(", ") };
  };

  const markEntry = (link, { read, asked, answered, words }) => {
    const boxes = [...Array(answered ? asked : 0).keys()].map((k) =>
      make("i", { className: k < answered ? "answered" : "" }),
    );
    const drawn = make("span", { className: "reading" }, make("b", {}, read ? "✓" : ""), ...boxes);
    drawn.setAttribute("aria-hidden", "true");
    link.append(drawn, make("span", { className: "reading visually-hidden" }, `, ${words}`));
    link.parentElement.title = words;
  };

  const markBox = (link, { read, asked, answered, words }) => {
    const svg = (tag, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      made.textContent = text;
      made.classList.add("reading");
      return made;
    };
    const [box, time] = [link.querySelector("rect"), link.querySelector(".time")];
    if (answered) time.append(svg("tspan", ` · ${answered} of ${asked} answered`));
    if (read) {
      const tick = svg("text", "✓");
      tick.setAttribute("x", box.x.baseVal.value + 7);
      tick.setAttribute("y", box.y.baseVal.value + 17);
      link.append(tick);
    }
    const titled = [...link.querySelectorAll("tspan:not(.time, .reading)")].map((one) => one.textContent);
    const minutes = time.firstChild.textContent;
    link.setAttribute("aria-label", `${titled.join(" ")}, ${minutes}, ${words}`);
  };

  const mark = () => {
    for (const old of document.querySelectorAll(".reading")) old.remove();
    for (const entry of document.querySelectorAll(".bd-sidenav li[title]")) entry.removeAttribute("title");
    for (const box of document.querySelectorAll(".course-map svg a")) box.removeAttribute("aria-label");
    const places = [
      [".bd-sidenav a", markEntry],
      [".course-map svg a", markBox],
      [".course-map li a", (link, { words }) =>
        link.parentElement.append(make("span", { className: "reading" }, `; ${words}`))],
    ];
    for (const [selector, show] of places)
      for (const link of document.querySelectorAll(selector)) {
        const made = progress(link);
        if (made.words) show(link, made);
      }
  };

  const offer = () => {
    const start = document.querySelector("main a.start");
    document.querySelector(".go-on")?.remove();
    if (!start || !namesKept().length) return;
    const last = load(LAST);
    const forget = make("button", { type: "button" }, "Forget all of it");
    const box = make(
      "div",
      { className: "go-on" },
      make(
        "details",
        {},
        make("summary", {}, "What this browser keeps"),
        "The section that you read last, the chapters whose summary you have reached, your answers to " +
          "the questions, and your changes of code. All of this stays in your browser, and nothing of it " +
          "is sent anywhere. Your work on the problem sets is kept apart. ",
        forget,
      ),
    );
    if (last.page) {
      const link = make("a", { href: `${root}${last.page}.html#${last.section}` }, last.title);
      box.prepend(make("p", {}, "Go on where you were: ", link));
    }
    forget.addEventListener("click", () => {
      for (const name of namesKept()) storage.removeItem(name);
      mark();
      const told = make("p", { tabIndex: -1 }, "All of it is forgotten.");
      box.replaceChildren(told);
      told.focus(); // the button that had the focus is gone
    });
    start.closest("p").after(box);
  };

  const title = (heading) => {
    const words = heading.cloneNode(true);
    for (const one of words.querySelectorAll(".headerlink, noscript")) one.remove();
    return words.textContent.trim().replace(/^(\d+\.[\d.]*\d)\. /, "$1 ");
  };
  const noteSection = () => {
    const headings = [...document.querySelectorAll("article section[id] > :is(h1, h2, h3)")];
    const above = headings.filter((one) => one.getBoundingClientRect().top < innerHeight / 3);
    const heading = above.at(-1) ?? headings[0];
    save(LAST, { page: here, section: heading.parentElement.id, title: title(heading) });
  };

  const follow = () => {
    const quizzes = [...document.querySelectorAll("fieldset.quiz")].map((quiz) => quiz.id);
    const { read } = load(nameOf(here));
    save(nameOf(here), { read, quizzes });
    const summary = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      summary.disconnect();
      save(nameOf(here), { read: true, quizzes });
      mark();
    });
    for (const one of document.querySelectorAll("#summary > h2")) summary.observe(one);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) noteSection(); // of any way to leave a page, phones tell this one
    });
    document.addEventListener("click", (event) => {
      if (event.target.closest("fieldset.quiz, p.quizzes")) mark(); // quiz.js has kept it
    });
  };

  // Chapters have a line that says what they need. The first page loads this script where the offer
  // stands, before it shows what is below, so that nothing moves.
  if (storage) {
    offer();
    document.addEventListener("DOMContentLoaded", () => {
      mark();
      if (document.querySelector("p.needs")) follow();
    });
    const refresh = () => {
      offer();
      mark();
    };
    addEventListener("storage", refresh); // another page has kept something
    addEventListener("pageshow", ({ persisted }) => persisted && refresh());
  }
}
