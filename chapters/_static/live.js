"use strict";

// "Run this page": the cells of a chapter can be changed and run in the page. The button stands
// alone until it is pressed, or a pointer rests on it; then a worker starts Python, see
// browser/live_worker.js. What a reader types is kept in this browser.

for (const bar of document.querySelectorAll("div.live")) {
  const make = (tag, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  };
  const button = (textContent, act, className = "") => {
    const made = make("button", { type: "button", textContent, className });
    made.addEventListener("click", act);
    return made;
  };

  // What the bar says and offers

  const begin = button("Run this page", () => start(), "live-begin");
  const all = button("Run all cells", () => run(cells.filter((cell) => !cell.lacks)));
  const stop = button("Stop", () => halt());
  const reset = button("Reset page", () => renew());
  const said = make("span", { className: "live-said" });
  said.setAttribute("role", "status"); // is read out
  const mine = make("span", { className: "live-said" });
  const progress = make("progress", { max: 1 });
  progress.setAttribute("aria-label", "Loading Python");
  const coming = make("span", { className: "live-coming" });
  bar.tabIndex = -1;

  const say = (words) => (said.textContent = words);
  const offer = (...what) => {
    const focused = bar.contains(document.activeElement);
    bar.replaceChildren(...what, said, mine);
    if (focused && !bar.contains(document.activeElement)) (bar.querySelector("button") ?? bar).focus({ preventScroll: true });
  };

  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

  // How much will be loaded is told beforehand, where that is known.
  const introduce = async () => {
    const answer = await fetch(`${bar.dataset.python}files.json`).catch(() => null);
    if (!answer?.ok) return;
    const bytes = Object.values((await answer.json()).sizes).reduce((sum, one) => sum + one, 0);
    if (bytes && bar.contains(begin) && !begin.disabled)
      say(`${said.textContent}; the first time, your browser fetches ${megabytes(bytes)} for it`);
  };
  bar.append(begin, said, mine);
  say("to change its code and see what happens; nothing to install");
  if (location.protocol !== "file:")
    new IntersectionObserver((seen, observer) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      introduce();
    }).observe(bar);

  // Its cells

  let cells = [];
  let told = null; // what the page's file of cells says
  let python = null; // the worker
  let ready = false; // it is
  let pressed = false;
  let begun = false; // the first cells were run
  let working = true;
  let next = null; // cells to be run when this is done

  const enliven = ({ cells: sources, lacks }) => {
    cells = sources.map((built, number) => {
      const box = document.getElementById(`cell-${number + 1}`);
      const code = box.querySelector(".cell_input pre");
      const output = box.querySelector(":scope > .cell_output");
      const cell = { number, box, code, built, markup: code.innerHTML, output, now: output };
      cell.lacks = lacks[number];
      cell.shown = built; // the source that made what it shows
      const input = box.querySelector(":scope > details, :scope > .cell_input");
      input.after(cell.lacks ? excuse(cell) : tools(cell));
      box.classList.add("live-cell");
      return cell;
    });
    offerKept();
  };

  const excuse = ({ lacks }) =>
    make("p", { className: "live-tools" }, `This cell needs ${lacks}, which is not available in a browser. `,
      "What it shows was computed when the page was built.");

  const tools = (cell) => {
    const { code, number } = cell;
    code.contentEditable = "plaintext-only";
    if (code.contentEditable !== "plaintext-only") code.contentEditable = "true";
    code.spellcheck = false;
    code.setAttribute("role", "textbox");
    code.setAttribute("aria-multiline", "true");
    code.setAttribute("aria-label", `Code of cell ${number + 1}`);
    // The theme takes code that needs no scrolling out of what Tab leads to, whenever a window changes.
    const reached = () => code.tabIndex === 0 || (code.tabIndex = 0);
    new MutationObserver(reached).observe(code, { attributeFilter: ["tabindex"] });
    reached();
    code.addEventListener("keydown", (event) => typed(event, cell));
    code.addEventListener("input", () => {
      mark(cell);
      keep();
    });
    cell.run = button("Run", () => run([cell]));
    cell.run.disabled = true; // until there is Python
    cell.run.setAttribute("aria-label", `Run cell ${number + 1}`);
    cell.undo = button("Reset", () => undo(cell));
    cell.undo.setAttribute("aria-label", `Reset cell ${number + 1}`);
    cell.undo.hidden = true;
    cell.said = make("span", { className: "live-said" });
    return make("div", { className: "live-tools" }, `Cell ${number + 1} `, cell.run, cell.undo, cell.said);
  };

  // Not innerText, which is nothing in what is folded; a browser may write a new line as <br>.
  const plain = (code) => {
    for (const end of code.querySelectorAll("br")) end.replaceWith("\n");
    return code.textContent.replaceAll("\u00a0", " ");
  };

  const source = ({ code }) => plain(code.cloneNode(true)).replace(/\n+$/, "");

  const mark = (cell) => {
    const changed = !cell.lacks && source(cell) !== cell.built;
    cell.box.classList.toggle("live-changed", changed);
    if (cell.lacks) return;
    cell.undo.hidden = !changed && cell.now === cell.output;
    const unrun = "Changed, but not run yet.";
    if (source(cell) !== cell.shown) cell.said.textContent = unrun;
    else if (cell.said.textContent === unrun) cell.said.textContent = "";
  };

  // Enter keeps the indentation, Tab indents, Escape leaves, for Tab then leads on.
  const typed = (event, cell) => {
    const insert = (text) => {
      event.preventDefault();
      document.execCommand("insertText", false, text); // which can be undone
    };
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run([cell]);
    } else if (event.key === "Enter") {
      insert(`\n${/[^\S\n]*/.exec(line(cell.code))[0]}`);
    } else if (event.key === "Tab" && !event.shiftKey) {
      insert("    ");
    } else if (event.key === "Escape") {
      cell.run.focus();
    }
  };

  // The line up to the caret.
  const line = (code) => {
    const range = getSelection().getRangeAt(0).cloneRange();
    range.setStart(code, 0);
    return plain(range.cloneContents()).split("\n").at(-1);
  };

  const restore = (cell) => {
    if (!cell.lacks) {
      cell.code.innerHTML = cell.markup;
      cell.said.textContent = "";
      cell.box.classList.remove("live-failed", "live-runs");
    }
    put(cell, cell.output);
    cell.shown = cell.built;
    mark(cell);
  };

  const undo = (cell) => {
    restore(cell);
    keep();
    if (ready) python.postMessage({ reset: [cell.number] });
  };

  // What a reader typed is kept by page, with the source that it was typed into: an edit of what has
  // been written anew is offered, and not put in.

  const place = `ensemblelab-code-${bar.dataset.cells.replace(/.*\/|\.cells\.json$/g, "")}`;
  let kept = { edits: [] };
  let offered = []; // of those, what no cell of the page has as its source
  try {
    kept = JSON.parse(localStorage.getItem(place)) ?? kept;
  } catch {
    // a browser may refuse
  }

  const keep = (edits = editsNow()) => {
    kept = { date: new Date().toISOString(), edits };
    try {
      if (edits.length) localStorage.setItem(place, JSON.stringify(kept));
      else localStorage.removeItem(place);
    } catch {
      mine.textContent = "This browser keeps nothing: your changes are gone when you leave.";
      return;
    }
    tellKept();
  };

  const editsNow = () => [
    ...cells
      .filter((cell) => cell.box.classList.contains("live-changed"))
      .map((cell) => ({ number: cell.number, built: cell.built, source: source(cell) })),
    ...offered,
  ];

  const day = () => new Date(kept.date).toLocaleDateString("en-US", { day: "numeric", month: "long" });

  const tellKept = () => {
    mine.textContent = kept.edits.length ? `Your changes of ${day()} are kept in this browser.` : "";
  };

  if (kept.edits.length) mine.textContent = `Your changes of ${day()} come back with it.`;

  const putIn = (cell, text) => {
    cell.code.textContent = text;
    mark(cell);
  };

  const offerKept = () => {
    offered = [];
    for (const edit of kept.edits) {
      const same = cells.filter((cell) => cell.built === edit.built && !cell.lacks);
      const cell = same.find((one) => one.number === edit.number) ?? same[0];
      if (cell) putIn(cell, edit.source);
      else offerEdit(edit);
    }
    tellKept();
  };

  const offerEdit = (edit) => {
    offered.push(edit);
    const able = cells.filter((cell) => !cell.lacks);
    const cell = able.findLast((one) => one.number <= edit.number) ?? able[0];
    const done = () => {
      note.remove();
      offered = offered.filter((one) => one !== edit);
      keep();
      cell.run.focus();
    };
    const note = make(
      "p",
      { className: "live-note" },
      `You changed this cell on ${day()}, and it has been rewritten since. `,
      button("Put my version in", () => {
        putIn(cell, edit.source);
        done();
      }),
      " ",
      button("Forget it", done),
      make("details", {}, make("summary", { textContent: "My version" }), make("pre", { textContent: edit.source })),
    );
    cell.run.parentElement.after(note);
  };

  // What no longer is what the page would compute: outputs, and numbers in the text

  const markOutdated = (numbers) => {
    for (const cell of cells) {
      const old = numbers.includes(cell.number) && cell.now !== null;
      cell.box.classList.toggle("live-outdated", old);
      cell.old?.remove();
      if (!old) continue;
      cell.old = make("p", { className: "live-note", textContent: "Computed before your change above." });
      cell.now.before(cell.old);
    }
    const first = cells.find((cell) => cell.shown !== cell.built)?.box;
    let any = false;
    for (const number of document.querySelectorAll("article .pasted-text")) {
      const after = first && first.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING;
      any ||= Boolean(after);
      number.classList.toggle("live-outdated", Boolean(after));
      number.title = after ? "Computed when the page was built, before your change." : "";
    }
    return any ? " Numbers in the text that are underlined with dots are from before your change." : "";
  };

  // What cells show

  const put = (cell, output) => {
    if (cell.now === output) return;
    cell.now?.remove();
    // Above the fold of code that is folded.
    if (output) cell.box.insertBefore(output, cell.box.querySelector(":scope > details"));
    cell.now = output;
  };

  // A new output takes the old one's place when there is something in it, or nothing will be.
  const output = (cell) => {
    put(cell, cell.next);
    return cell.next;
  };

  const text = (cell, kind, content) => {
    const last = output(cell).lastElementChild;
    if (last?.dataset.kind === kind && kind !== "error") {
      last.querySelector("pre").append(content);
      return;
    }
    const pre = make("pre", { tabIndex: 0 }, content); // it scrolls
    const shown = make("div", { className: "output live-text" }, make("div", { className: "highlight" }, pre));
    shown.dataset.kind = kind;
    shown.classList.add(kind.startsWith("std") ? "stream" : "text_plain", "highlight-none", "notranslate");
    shown.classList.toggle("live-error", kind === "error");
    if (kind === "error") shown.setAttribute("role", "alert");
    output(cell).append(shown);
  };

  // How much is not shown is told below all that is.
  const omitted = (cell, content) => {
    cell.omitted ??= make("p", { className: "live-note" });
    cell.omitted.textContent = content;
    output(cell).append(cell.omitted);
  };

  const markup = (cell, kind, content) => {
    const shown = make("div", { className: `output ${kind.replace("/", "_")}`, innerHTML: content });
    for (const table of shown.querySelectorAll("table")) {
      table.classList.add("table");
      const holder = make("div", { className: "pst-scrollable-table-container", tabIndex: 0 });
      table.replaceWith(holder);
      holder.append(table);
    }
    output(cell).append(shown);
    for (const script of shown.querySelectorAll("script")) {
      const runs = make("script", { textContent: script.textContent }); // one of innerHTML does not
      if (script.type) runs.type = script.type;
      script.replaceWith(runs);
    }
    MathJax.typesetPromise([shown]);
  };

  const image = (cell, kind, content) => {
    const built = cell.output?.querySelector("figure, img");
    const first = !output(cell).querySelector("img");
    const shown = first && built ? built.cloneNode(true) : make("img", { alt: "A figure of your own." });
    const picture = shown.tagName === "IMG" ? shown : shown.querySelector("img");
    for (const size of ["width", "height"]) picture.removeAttribute(size); // the built one's
    picture.src = `data:${kind};base64,${content}`;
    if (first && built) picture.alt = `Drawn by your run; when the page was built: ${picture.alt}`;
    output(cell).append(shown);
  };

  const shows = (cell, kind, content) => {
    if (kind === "begin") {
      cell.next = make("div", { className: "cell_output docutils container" });
      cell.omitted = null;
      cell.old?.remove();
      cell.box.classList.remove("live-outdated");
      cell.shown = cell.sent;
      cell.waits = false;
      cell.box.classList.add("live-runs");
      cell.box.classList.remove("live-failed");
      cell.said.textContent = "runs …";
      say(`Cell ${cell.number + 1} of ${cells.length} runs …`);
    } else if (kind === "end") {
      output(cell);
      cell.box.classList.remove("live-runs");
      cell.box.classList.toggle("live-failed", !content);
      cell.said.textContent = content ? `ran in ${content} s` : "went wrong";
      mark(cell);
    } else if (kind === "omitted") omitted(cell, content);
    else if (kind.startsWith("image/")) image(cell, kind, content);
    else if (kind.startsWith("text/") && kind !== "text/plain") markup(cell, kind, content);
    else text(cell, kind, content);
  };

  // Python

  const launch = () => {
    working = true;
    ready = false;
    python = new Worker(`${bar.dataset.python}live_worker.js`);
    python.onmessage = ({ data }) => hears(data);
    python.onerror = (event) => fail(event.message ?? "its files are not here; `make site` puts them there");
    const shown = Object.fromEntries(
      cells.filter((cell) => cell.shown !== cell.built).map((cell) => [cell.number, cell.shown]),
    );
    const outdated = cells
      .filter((cell) => cell.box.classList.contains("live-outdated"))
      .map((cell) => cell.number);
    python.postMessage({ cells: told.cells, imports: told.imports, shown, outdated });
    progress.removeAttribute("value");
    coming.textContent = "";
  };

  const awaitPython = (words) => {
    offer(progress, coming);
    say(words);
  };

  const hears = (data) => {
    if (data.of) {
      progress.max = data.of;
      progress.value = data.come;
      if (data.of > 1e6) coming.textContent = `${Math.round(data.come / 1e6)} of ${megabytes(data.of)}`;
    } else if (data.starting) {
      progress.removeAttribute("value");
      coming.textContent = "";
      if (pressed) say("Python is here; its libraries start …");
    } else if (data.ready) {
      ready = true;
      if (pressed) goOn();
    } else if (data.broken) {
      fail(data.broken);
    } else if (data.waiting) {
      const words = `waits: ${data.waiting} is being fetched …`;
      for (const cell of cells) if (cell.waits) cell.said.textContent = words;
      say(`The cell ${words}`);
    } else if (data.kind) {
      shows(cells[data.cell], data.kind, data.content);
    } else if (data.done !== undefined) {
      working = false;
      const now = next;
      next = null;
      const words = data.done
        ? `Done. Change any cell and run it (Shift+Enter).${notRun()}`
        : "Something went wrong; the cell says what.";
      idle(words + markOutdated(data.outdated));
      if (now) run(now);
    } else {
      markOutdated(data.outdated);
    }
  };

  const notRun = () =>
    cells.some((cell) => !cell.lacks && cell.output && cell.now === cell.output)
      ? " Cells that have not been run show what was computed when the page was built."
      : "";

  const idle = (words) => {
    for (const cell of cells) {
      if (cell.lacks) continue;
      cell.run.disabled = false;
      if (cell.waits) cell.said.textContent = "";
      cell.waits = false;
    }
    offer(all, reset);
    say(words);
  };

  // Python is there. The first time, all down to the cell in view is run, or to the first that shows
  // anything; after a stop, nothing.
  const goOn = () => {
    working = false;
    if (begun) return idle("Python is ready again: run any cell (Shift+Enter).");
    begun = true;
    const able = cells.filter((cell) => !cell.lacks);
    const shows = able.findIndex((cell) => cell.output);
    const seen = able.findLastIndex((cell) => cell.box.getBoundingClientRect().top < innerHeight);
    run(able.slice(0, 1 + Math.max(shows, seen)));
  };

  const run = (some) => {
    if (working) {
      if (ready) next = some;
      return;
    }
    working = true;
    for (const cell of cells) {
      cell.sent = cell.lacks ? cell.built : source(cell);
      cell.waits = some.includes(cell);
      if (!cell.lacks) cell.run.disabled = true;
      if (cell.waits) cell.said.textContent = "waits …";
    }
    offer(stop, reset);
    say("Running …");
    python.postMessage({ run: some.map((cell) => cell.number), cells: cells.map((cell) => cell.sent) });
  };

  const halt = () => {
    python.terminate();
    next = null;
    for (const cell of cells) {
      if (cell.box.classList.contains("live-runs")) {
        cell.box.classList.remove("live-runs");
        output(cell); // what it has shown so far
        cell.said.textContent = "stopped";
        mark(cell);
      } else if (cell.waits) cell.said.textContent = "";
      cell.waits = false;
    }
    launch();
    awaitPython("Stopped; what you typed is still there. Python starts again …");
  };

  const renew = () => {
    const before = editsNow();
    cells.forEach(restore);
    offered = [];
    for (const note of document.querySelectorAll(".live-cell > .live-note")) note.remove();
    markOutdated([]);
    keep([]);
    const busy = working;
    if (busy) halt();
    else python.postMessage({ cells: cells.map((cell) => cell.built) });
    say("The page is as it was built.");
    if (busy || !before.length) return;
    offer(all, button("Bring my changes back", () => {
      kept.edits = before;
      offerKept();
      keep();
      idle("Your changes are back. Run them (Shift+Enter).");
    }));
  };

  const fail = (words) => {
    python?.terminate();
    python = null;
    working = true;
    if (!pressed) return; // perhaps it goes better then
    pressed = false;
    begin.disabled = false;
    offer(begin);
    say(`Python did not start: ${words}`);
  };

  // A pointer that rests on the button, or the focus, lets Python start, unless the reader saves
  // data; it goes again when the button is not pressed.
  const prepare = async () => {
    if (python) return;
    if (!told) {
      const answer = await fetch(bar.dataset.cells);
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.statusText}`);
      told = await answer.json();
    }
    if (!python) launch();
  };
  let resting = 0;
  const rest = () => {
    if (location.protocol === "file:" || navigator.connection?.saveData || pressed) return;
    resting = setTimeout(() => {
      prepare().catch(() => {});
      resting = setTimeout(() => pressed || fail(""), 60_000);
    }, 200);
  };
  begin.addEventListener("pointerenter", rest);
  begin.addEventListener("focus", rest);
  begin.addEventListener("pointerleave", () => python || clearTimeout(resting));
  begin.addEventListener("blur", () => python || clearTimeout(resting));

  const start = async () => {
    if (location.protocol === "file:") {
      say("From disk, browsers start no Python. In the course's folder, `make serve` shows the book so that its pages run.");
      return;
    }
    pressed = true;
    clearTimeout(resting);
    begin.disabled = true;
    try {
      await prepare();
      if (!cells.length) enliven(told);
      awaitPython("Python is being fetched …");
      if (ready) goOn();
    } catch (error) {
      fail(error.message);
    }
  };
}
