"use strict";

// "Run this page": the cells of a chapter can be changed and run in the page. The button stands
// alone until it is pressed; then a worker starts Python, see browser/live_worker.js.

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
  const progress = make("progress", { max: 1 });
  progress.setAttribute("aria-label", "Loading Python");
  const coming = make("span", { className: "live-coming" });
  said.textContent = "to change its code and see what happens; nothing to install";
  bar.append(begin, said);

  const say = (words) => (said.textContent = words);
  const offer = (...buttons) => bar.replaceChildren(...buttons, said);

  // Its cells

  let cells = [];
  let imports = [];
  let python = null; // the worker
  let working = true;

  const enliven = ({ sources, lacks }) => {
    cells = sources.map((built, number) => {
      const box = document.getElementById(`cell-${number + 1}`);
      const code = box.querySelector(".cell_input pre");
      const output = box.querySelector(":scope > .cell_output");
      const cell = { number, box, code, built, markup: code.innerHTML, output, now: output };
      cell.lacks = lacks[number];
      const input = box.querySelector(":scope > details, :scope > .cell_input");
      input.after(cell.lacks ? excuse(cell) : tools(cell));
      box.classList.add("live-cell");
      return cell;
    });
  };

  const excuse = ({ lacks }) =>
    make("p", { className: "live-tools" }, `This cell needs ${lacks}, which a browser has not. `,
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
    code.addEventListener("input", () => mark(cell));
    cell.run = button("Run", () => run([cell]));
    cell.run.setAttribute("aria-label", `Run cell ${number + 1}`);
    cell.undo = button("Reset", () => restore(cell));
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
    if (!cell.lacks) cell.undo.hidden = !changed && cell.now === cell.output;
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
    mark(cell);
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
    if (last?.dataset.kind === kind && kind.startsWith("std")) {
      last.querySelector("pre").append(content);
      return;
    }
    const shown = make("div", { className: "output" }, make("div", { className: "highlight" }, make("pre", {}, content)));
    shown.dataset.kind = kind;
    shown.classList.add(kind.startsWith("std") ? "stream" : "text_plain", "highlight-none", "notranslate");
    shown.classList.toggle("live-error", kind === "error");
    if (kind === "error") shown.setAttribute("role", "alert");
    output(cell).append(shown);
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
      cell.box.classList.add("live-runs");
      cell.box.classList.remove("live-failed");
      cell.said.textContent = "runs …";
      say(`Cell ${cell.number + 1} runs …`);
    } else if (kind === "end") {
      output(cell);
      cell.box.classList.remove("live-runs");
      cell.box.classList.toggle("live-failed", !content);
      cell.said.textContent = content ? `ran in ${content} s` : "went wrong";
      mark(cell);
    } else if (kind.startsWith("image/")) image(cell, kind, content);
    else if (kind.startsWith("text/") && kind !== "text/plain") markup(cell, kind, content);
    else text(cell, kind, content);
  };

  // Python

  const launch = () => {
    working = true;
    python = new Worker(`${bar.dataset.python}live_worker.js`);
    python.onmessage = ({ data }) => hears(data);
    python.onerror = (event) => fail(event.message ?? "its files are not here; `make site` puts them there");
    python.postMessage({ cells: cells.map((cell) => cell.built), imports });
    bar.replaceChildren(progress, coming, said);
    progress.removeAttribute("value");
    coming.textContent = "";
    say("Python is being loaded …");
  };

  const hears = (data) => {
    if (data.loading) {
      progress.max = data.of;
      progress.value = data.files;
      const name = data.loading.split("-")[0];
      coming.textContent = `${data.files} of ${data.of} files: ${name}`;
    } else if (data.ready) {
      working = false;
      idle("Python is ready: change any cell and run it (Shift+Enter).");
    } else if (data.broken) {
      fail(data.broken);
    } else if (data.kind) {
      shows(cells[data.cell], data.kind, data.content);
    } else {
      working = false;
      idle(data.done ? "Done." : "Something went wrong; the cell says what.");
    }
  };

  const idle = (words) => {
    offer(all, reset);
    for (const cell of cells) if (!cell.lacks) cell.run.disabled = false;
    say(words);
  };

  const run = (some) => {
    if (working) return;
    working = true;
    const focus = document.activeElement;
    offer(stop, reset);
    for (const cell of cells) if (!cell.lacks) cell.run.disabled = true;
    python.postMessage({ run: some.map((cell) => cell.number), cells: cells.map((cell) => cell.lacks ? cell.built : source(cell)) });
    if (!focus.isConnected) stop.focus();
  };

  const halt = () => {
    python.terminate();
    for (const cell of cells) {
      if (!cell.box.classList.contains("live-runs")) continue;
      cell.box.classList.remove("live-runs");
      cell.said.textContent = "stopped";
      mark(cell);
    }
    launch();
  };

  const renew = () => {
    cells.forEach(restore);
    if (working) return halt();
    python.postMessage({ cells: cells.map((cell) => cell.built) });
    say("The page is as it was built.");
  };

  const fail = (words) => {
    python?.terminate();
    working = true;
    offer(begin);
    begin.disabled = false;
    say(`Python did not start: ${words}`);
  };

  const start = async () => {
    if (location.protocol === "file:") {
      say("From disk, browsers start no Python. In the course's folder, `make serve` shows the book so that its pages run.");
      return;
    }
    begin.disabled = true;
    try {
      if (!cells.length) {
        const answer = await fetch(bar.dataset.cells);
        if (!answer.ok) throw new Error(`${answer.url}: ${answer.statusText}`);
        const told = await answer.json();
        imports = told.imports;
        enliven({ sources: told.cells, lacks: told.lacks });
      }
      launch();
    } catch (error) {
      fail(error.message);
    }
  };
}
