"use strict";

// Orders the sections of search_texts.js, in `searched`: pages, each with its address, its title and
// its sections (anchor, title, text, what the book's index has of it). `Stemmer` and `stopwords` are of Sphinx's language_data.js.
//
// A section counts by how often it has the words asked for and how rare they are (BM25): in its
// title, in its text, in its page's title; words asked for side by side count again where they stand
// so. What the glossary has as other names of a thing counts nearly as much as the name asked for.
{
  const WORD = /\p{N}+(?:\.\p{N}+)*|\p{L}[\p{L}\p{M}\p{N}]*/gu;
  const IN_QUESTIONS =
    "about all am an any between can could did do does doing done from had has have how i its may me mean means much " +
    "must my need needs one other our should so some than them use used using vs we were what when where which who " +
    "why would you your s t";
  const BACK = /\/(?:api\w*|agreement|bibliography|coverage|equations|errata|glossary|libraries|notation)\.html$/;
  const FIELDS = [
    // what a word weighs in a section's title, its text, what the book's index has of it, and the
    // title of its page; how much length takes off
    [4, 0.4],
    [1, 0.6],
    [1.5, 0.4],
    [1, 0.4],
  ];
  const AT_FIRST = 10; // sections that are shown before one asks for more
  const LENGTH = 240; // of an excerpt

  const make = (tag, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  };

  // Words are numbered as they are met; those that are left out have no number.
  const left_out = new Set(`${stopwords.join(" ")} ${IN_QUESTIONS}`.split(" "));
  const stemmer = new Stemmer();
  const numbers = new Map();
  const plain = []; // in lower case, without accents
  const stems = [];
  const number = (word) => {
    if (!numbers.has(word)) {
      const simple = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
      numbers.set(word, left_out.has(simple) ? -1 : plain.length);
      // Porter's stems of "noise" and "noisy" differ in their last letter.
      if (!left_out.has(simple)) stems[plain.push(simple) - 1] = stemmer.stemWord(simple).replace(/(?<=...)[ie]$/, "");
    }
    return numbers.get(word);
  };
  const read = (text) => (text.match(WORD) ?? []).map(number).filter((one) => one >= 0);

  const asked = (new URLSearchParams(location.search).get("q") ?? "").trim();
  for (const field of document.querySelectorAll("input[type=search]")) field.value = asked;
  const question = asked.replace(/\bhow (many|much|large|big)\b/gi, "number");
  if (!read(question).length) {
    left_out.clear(); // "not" alone is asked for
    numbers.clear();
  }
  const query = [...new Map(read(question).map((one) => [stems[one], one])).values()];
  const sections = (query.length ? searched : []).flatMap(([address, page, parts]) =>
    parts.map(([anchor, title, text, also = ""]) => {
      const fields = [title, text, also, title === page ? "" : page].map(read);
      const called = [title.replace(/^[\d.]+ /, ""), ...also.split("; ")].map((name) => read(name).map((one) => stems[one]).join(" "));
      return { address, page, anchor, title, text, fields, called };
    }),
  );
  const lengths = FIELDS.map((_, f) => sections.reduce((sum, { fields }) => sum + fields[f].length, 0) / sections.length);

  // How much each word of the book is one of those asked for: it, of its stem, or begun by it.
  const likeness = query.map((one) =>
    Float32Array.from(plain, (word, other) => {
      if (word === plain[one]) return 1;
      if (stems[other] === stems[one]) return 0.9;
      if (word.startsWith(`0.${plain[one]}`)) return 0.9; // 63 %
      return plain[one].length > 2 && word.startsWith(plain[one]) ? 0.3 : 0;
    }),
  );

  // Other names of what is asked for: [first and last of the words asked for, stems of the name, name].
  const names = [];
  const stemmed = query.map((one) => stems[one]);
  const place = (part, whole) => whole.findIndex((_, k) => part.every((stem, i) => whole[k + i] === stem));
  const entries = sections
    .filter(({ address }) => address.endsWith("/glossary.html"))
    .map(({ title }) => title.split(", ").map((name) => [read(name).map((one) => stems[one]), name]));
  const taken = new Set();
  for (let length = query.length; length > 0; length--) {
    for (let from = 0; from + length <= query.length; from++) {
      const part = stemmed.slice(from, from + length);
      if (part.some((_, i) => taken.has(from + i))) continue;
      // A term, or what is part of the terms of one entry alone: "cross-entropy".
      const whole = entries.filter((entry) => entry.some(([term]) => term.length === length && place(part, term) === 0));
      const parts = entries.filter((entry) => entry.some(([term]) => place(part, term) >= 0));
      const [entry, other] = whole.length ? whole : parts;
      if (!entry || other) continue;
      part.forEach((_, i) => taken.add(from + i));
      for (const [term, name] of entry) {
        if (place(part, term) < 0 && place(term, part) < 0) names.push([from, from + length - 1, term, name]);
      }
    }
  }

  // How often a field has each word, and after these each pair of neighbors.
  const count = (field) => {
    const times = new Float32Array(2 * query.length - 1);
    for (let at = 0; at < field.length; at++) {
      for (let k = 0; k < query.length; k++) {
        const like = likeness[k][field[at]];
        if (!like) continue;
        times[k] += like;
        if (k + 1 < query.length && at + 1 < field.length) {
          times[query.length + k] += Math.min(like, likeness[k + 1][field[at + 1]]);
        }
      }
      for (const [first, last, name] of names) {
        if (!name.every((stem, i) => stems[field[at + i]] === stem)) continue;
        for (let k = first; k <= last; k++) {
          times[k] += 0.7;
          if (k < last) times[query.length + k] += 0.7;
        }
      }
    }
    return times;
  };
  for (const section of sections) section.times = section.fields.map(count);
  const has = ({ times }, k) => times.some((field) => field[k] > 0);
  const rarity = query.map((_, k) => {
    const often = sections.filter(({ times }) => times[0][k] >= 0.7 || times[1][k] >= 0.7).length;
    return Math.log(1 + (sections.length - often + 0.5) / (often + 0.5));
  });
  const worth = [...rarity, ...query.slice(1).map((_, k) => (rarity[k] + rarity[k + 1]) / 2)];
  const known = query.map((_, k) => k).filter((k) => sections.some((section) => has(section, k)));
  const total = known.reduce((sum, k) => sum + rarity[k], 0);
  for (const section of sections) {
    let score = 0;
    worth.forEach((value, k) => {
      const times = FIELDS.reduce((sum, [weight, b], f) => {
        const length = 1 - b + (b * section.fields[f].length) / lengths[f];
        return sum + (weight * section.times[f][k]) / length;
      }, 0);
      score += (value * times) / (1.5 + times);
    });
    // All words of a question need not be there, but they count.
    const share = known.filter((k) => has(section, k)).reduce((sum, k) => sum + rarity[k], 0) / total;
    const rank = BACK.test(section.address) ? 0.35 : /^\d/.test(section.page) ? 1 : 0.6;
    const exactly = section.called.includes(stemmed.join(" ")) ? 1.5 : 1;
    section.score = score * share * rank * exactly;
    section.whole = known.every((k) => has(section, k));
  }
  const found = sections.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);

  // Words of a text that were asked for, in any of the ways above: [where, how long, which, how much].
  const hits = (text) => {
    const all = [...text.matchAll(WORD)].map(({ 0: word, index }) => [index, word.length, number(word)]).filter(([, , one]) => one >= 0);
    return all.flatMap(([index, length, one], at) => {
      const marked = query.flatMap((_, k) => (likeness[k][one] > 0 ? [[index, length, k, likeness[k][one] * rarity[k]]] : []));
      const named = names.flatMap(([k, , name]) =>
        name.every((stem, i) => stems[all[at + i]?.[2]] === stem)
          ? name.map((_, i) => [all[at + i][0], all[at + i][1], k, 0.7 * rarity[k]])
          : [],
      );
      return [...marked, ...named];
    }).sort(([a], [b]) => a - b);
  };

  // The part of a text that has most of the words asked for, cut between words.
  const excerpt = (text, all) => {
    let [from, most] = [0, 0];
    for (const [start] of all) {
      const values = new Map();
      for (const [at, , k, value] of all) {
        if (at >= start && at < start + LENGTH - 60) values.set(k, Math.max(value, values.get(k) ?? 0));
      }
      const sum = [...values.values()].reduce((a, b) => a + b, 0);
      if (sum > most * 1.001) [from, most] = [start, sum];
    }
    const sentence = text.lastIndexOf(". ", from) + 2;
    if (sentence > 1 ? from - sentence < 120 : from < 120) from = sentence > 1 ? sentence : 0;
    else from = text.indexOf(" ", from - 60) + 1;
    const to = from + LENGTH < text.length ? text.lastIndexOf(" ", from + LENGTH) : text.length;
    const shown = make("p", {}, from ? "… " : "");
    let last = from;
    for (const [at, length] of all) {
      if (at < last || at + length > to) continue;
      shown.append(text.slice(last, at), make("mark", {}, text.slice(at, at + length)));
      last = at + length;
    }
    shown.append(text.slice(last, to), to < text.length ? " …" : "");
    return shown;
  };

  const show = ({ address, page, anchor, title, text }) => {
    const all = hits(text);
    const said = [[title, hits(title)], [text, all]].flatMap(([whole, its]) =>
      its.map(([at, length]) => whole.slice(at, at + length).toLowerCase()),
    );
    const [, chapter, name] = page.match(/^(\d+)\. (.*)/) ?? [];
    const where = chapter ? `Chapter ${chapter}, ${name}` : page;
    const href = `${address}?${new URLSearchParams({ highlight: [...new Set(said)].join(" ") })}#${anchor}`;
    const link = make("a", { href }, title === page ? where : title.replace(/^([\d.]+)\. /, "$1 "));
    const within = title === page ? [] : [make("span", { className: "where" }, where)];
    return make("li", {}, link, ...within, excerpt(text, all));
  };

  const box = document.getElementById("search-results");
  const told = make("p", {});
  told.setAttribute("role", "status");
  const list = make("ol", { className: "found" });
  box.append(told, list);
  const good = found.filter(({ score }) => score > 0.15 * found[0].score);
  const counted = `${good.length} section${good.length === 1 ? "" : "s"}`;
  if (!asked) told.textContent = "Type what you look for.";
  else if (!good.length) told.textContent = `Nothing is said of “${asked}”.`;
  else if (known.length < query.length || !found.some(({ whole }) => whole)) {
    told.textContent = `No section has all words of “${asked}”; ${counted} with some of them, best first.`;
  } else told.textContent = `${counted} on “${asked}”, best first.`;
  const others = [...new Set(names.map(([, , , name]) => name))];
  if (good.length && others.length) told.append(` Also searched: ${others.join(", ")}.`);
  list.append(...good.slice(0, AT_FIRST).map(show));
  if (good.length > AT_FIRST) {
    const more = make("button", { type: "button" }, `Show ${good.length - AT_FIRST} more`);
    more.addEventListener("click", () => {
      const rest = good.slice(AT_FIRST).map(show);
      list.append(...rest);
      more.remove();
      rest[0].querySelector("a").focus(); // the button that had the focus is gone
    });
    box.append(more);
  }
}
