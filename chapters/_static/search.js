"use strict";

// Searches the texts of search_texts.js, in `searched`: pages, each with its address, its title and
// its sections. Those that say the words as they were asked stand first; those in which they stand
// apart are behind a fold, unless there are no others.
{
  const simple = (text) =>
    text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}.]+/gu, " ").replace(/\.(?!\d)/g, " ");
  const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const between = "[^\\p{L}\\p{N}]+"; // words
  const make = (tag, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  };

  const asked = (new URLSearchParams(location.search).get("q") ?? "").trim();
  const words = simple(asked).split(" ").filter(Boolean);
  const box = document.getElementById("search-results");
  for (const field of document.querySelectorAll("input[type=search]")) field.value = asked;

  // A word is found by its beginning, the last letter of a plural aside: "margins" finds "margin".
  const stem = (word) => escaped(word.length > 4 ? word.replace(/s$/, "") : word);
  const more = (word) => (word.length > 3 ? `${stem(word)}\\p{L}*` : `${escaped(word)}(?![\\p{L}])`);
  const start = "(?<![\\p{L}\\p{N}])";
  const exact = new RegExp(start + words.map(more).join(between), "iu");
  const each = words.map((word) => new RegExp(start + more(word), "iu"));

  const excerpt = (text, at) => {
    const from = at < 80 ? 0 : text.indexOf(" ", at - 80) + 1;
    const cut = text.slice(from, from + 240);
    const shown = make("p", {}, from ? "… " : "");
    const marks = new RegExp(words.length ? `${start}(?:${words.map(more).join("|")})` : "(?!)", "giu");
    let last = 0;
    for (const found of cut.matchAll(marks)) {
      shown.append(cut.slice(last, found.index), make("mark", {}, found[0]));
      last = found.index + found[0].length;
    }
    shown.append(cut.slice(last), from + 240 < text.length ? " …" : "");
    return shown;
  };

  const bare = (text) => text.normalize("NFC");
  const together = [];
  const apart = [];
  for (const [address, page, sections] of words.length ? searched : []) {
    for (const [anchor, title, content] of sections) {
      const [head, text] = [bare(title), bare(content)];
      const said = text.search(exact);
      const headed = head.search(exact) >= 0;
      const link = { href: `${address}#${anchor}`, textContent: title };
      const item = (at) =>
        make("li", {}, make("a", link), page === title ? "" : ` in ${page}`, excerpt(text, Math.max(at, 0)));
      if (headed || said >= 0) {
        const often = text.match(new RegExp(exact.source, "giu"))?.length ?? 0;
        together.push([(headed ? 100 : 0) + Math.min(often, 20) - (address.includes("api") ? 200 : 0), item(said)]);
      } else if (words.length > 1 && each.every((word) => word.test(`${head} ${text}`))) {
        apart.push([0, item(text.search(each[0]))]);
      }
    }
  }
  together.sort(([a], [b]) => b - a); // chapters before the reference

  const list = (found) => make("ol", { className: "found" }, ...found.map(([, item]) => item));
  const number = (n) => `${n} section${n === 1 ? "" : "s"}`;
  const told = make("p", {});
  told.setAttribute("role", "status");
  box.append(told);
  if (!words.length) told.textContent = "Type what you look for.";
  else if (together.length) told.textContent = `${number(together.length)} with “${asked}”.`;
  else if (apart.length) told.textContent = `No section says “${asked}”; ${number(apart.length)} with all of its words.`;
  else told.textContent = `Nothing is said of “${asked}”.`;
  if (together.length) box.append(list(together));
  if (together.length && apart.length) {
    box.append(make("details", {}, make("summary", {}, `${number(apart.length)} with these words apart`), list(apart)));
  } else if (apart.length) box.append(list(apart));
}
