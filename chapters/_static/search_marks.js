"use strict";

// Marks the words of a search in the section that a reader opens from its results: the address has
// them as `highlight`. The page itself stays as it is, so that neither formulas nor cells are touched.
{
  const WORD = /\p{N}+(?:\.\p{N}+)*|\p{L}[\p{L}\p{M}\p{N}]*/gu;
  const words = new Set(new URLSearchParams(location.search).get("highlight")?.toLowerCase().match(WORD));
  const target = words.size && window.CSS?.highlights && document.getElementById(decodeURIComponent(location.hash.slice(1)));

  // A section without those inside it; a term or a name of the library with what is said of it.
  const parts = (head) => {
    if (head.tagName !== "DT") return [...(head.closest("section") ?? head).children].filter((part) => part.tagName !== "SECTION");
    let last = head;
    while (last.tagName === "DT" && last.nextElementSibling) last = last.nextElementSibling;
    return [head, last];
  };
  const unread = "pre, script, style, noscript, button, summary, svg, .math, .headerlink, .choice, .player";

  if (target) {
    const ranges = [];
    for (const part of parts(target)) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement.closest(unread)) continue;
        for (const { 0: word, index } of text.data.matchAll(WORD)) {
          if (!words.has(word.toLowerCase())) continue;
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          ranges.push(range);
        }
      }
    }
    if (ranges.length) {
      CSS.highlights.set("search", new Highlight(...ranges));
      const note = document.createElement("p");
      const remove = document.createElement("button");
      note.className = "search-marks";
      remove.type = "button";
      remove.textContent = "Remove the marks";
      note.append("The words of your search are marked in this section. ", remove);
      const away = () => {
        CSS.highlights.delete("search");
        note.remove();
        document.removeEventListener("keydown", escape);
        const address = new URL(location.href);
        address.searchParams.delete("highlight");
        history.replaceState(history.state, "", address);
      };
      const escape = (event) => {
        if (event.key === "Escape" && !event.target.closest?.("input, textarea, dialog, [contenteditable]")) away();
      };
      remove.addEventListener("click", away);
      document.addEventListener("keydown", escape);
      const heading = target.tagName === "DT" ? null : parts(target).find((part) => /^H\d$/.test(part.tagName));
      if (heading) heading.after(note);
      else (parts(target).at(-1) ?? target).prepend(note);
    }
  }
}
