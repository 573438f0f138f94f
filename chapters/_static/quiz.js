"use strict";

// Keeps in this browser which choices of a page's quizzes a reader has made, and counts. Without
// this script every choice unfolds its reason all the same.

const quizzes = [...document.querySelectorAll("fieldset.quiz")];
const made = new Map(); // quiz -> its choices' numbers, in the order in which they were made

// A browser may refuse to keep anything, for instance in a private window.
const kept = (() => {
  try {
    localStorage.setItem("ensemblelab-quiz", "");
    localStorage.removeItem("ensemblelab-quiz");
    return localStorage;
  } catch {
    return null;
  }
})();
const name = (quiz) => `ensemblelab-${quiz.id}`;
const choices = (quiz) => [...quiz.querySelectorAll("details")];

const show = (quiz) => {
  choices(quiz).forEach((choice, k) => choice.classList.toggle("made", made.get(quiz).includes(k)));
};

const tell = () => {
  const answered = quizzes.filter((quiz) => made.get(quiz).length);
  const atOnce = answered.filter((quiz) =>
    choices(quiz)[made.get(quiz)[0]].classList.contains("right"),
  );
  const line = document.querySelector("p.quizzes");
  line.textContent = `${answered.length} of ${quizzes.length} questions answered`;
  if (answered.length) line.append(`, ${atOnce.length} of them right at once`);
  line.append(". ");
  const next = quizzes.find((quiz) => !made.get(quiz).length);
  if (next) {
    const link = document.createElement("a");
    link.href = `#${next.id}`;
    link.textContent = answered.length ? "To the next one" : "To the first one";
    line.append(link, " ");
  }
  if (answered.length) {
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = "Begin again";
    again.addEventListener("click", forget);
    line.append(again);
  }
  if (!kept) line.append(" This browser keeps nothing: your answers are gone when you leave.");
};

const forget = () => {
  for (const quiz of quizzes) {
    kept?.removeItem(name(quiz));
    made.set(quiz, []);
    for (const choice of choices(quiz)) choice.open = false;
    show(quiz);
  }
  tell();
  document.querySelector("p.quizzes a").focus(); // the button that had the focus is gone
};

const remembered = (quiz) => {
  const numbers = (kept?.getItem(name(quiz)) ?? "").split(" ").filter(Boolean).map(Number);
  return numbers.filter((k) => k in choices(quiz));
};

for (const quiz of quizzes) {
  made.set(quiz, remembered(quiz));
  show(quiz);
  choices(quiz).forEach((choice, k) => {
    choice.querySelector("summary").addEventListener("click", () => {
      if (choice.open) return; // it is about to be folded
      if (!made.get(quiz).includes(k)) made.get(quiz).push(k);
      kept?.setItem(name(quiz), made.get(quiz).join(" "));
      show(quiz);
      tell();
    });
    // A live region is read out when it changes; unfolding it is no change.
    choice.addEventListener("toggle", () => {
      const verdict = choice.querySelector(".verdict");
      if (choice.open) verdict.parentNode.prepend(verdict);
    });
  });
}
tell();
