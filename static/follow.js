"use strict";
/* Tables that somebody follows: kept on the phone by the numbers of their entries, so that they are followed from round to round.
   Loaded by visitors/tournament_pages/public_results.html and visitors/tournament_pages/public_player.html. Without it these pages show all
   tables alike, and offer to follow none. */

(() => {
  /** @type {Find} */
  const find = (selector) => document.querySelector(selector);
  const holder = find("[data-follow]") || find("[data-follow-entry]");
  if (!holder) return;
  const key = `follow:${holder.dataset.follow || holder.dataset.slug}`;

  const read = () => {
    try {
      return JSON.parse(window.localStorage.getItem(key)) || [];
    } catch {
      return [];
    }
  };
  const write = (numbers) => {
    try {
      window.localStorage.setItem(key, JSON.stringify(numbers));
      return true;
    } catch {
      return false; // a private window: nothing can be followed
    }
  };
  const toggle = (numbers) => {
    const followed = read();
    const follows = numbers.some((number) => followed.includes(number));
    write(follows ? followed.filter((number) => !numbers.includes(number)) : [...followed, ...numbers]);
    draw();
  };
  const numbersOf = (row) => row.dataset.entry.split(" ").filter(Boolean);

  /** @param {PageElement} row @param {DOMStringMap} labels @param {string[]} followed @returns {void} */
  const drawRow = (row, labels, followed) => {
    const isFollowed = numbersOf(row).some((number) => followed.includes(number));
    row.classList.toggle("is-followed", isFollowed);
    /** @type {HTMLButtonElement | PageElement} */
    let button = row.querySelector(".follow");
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.className = "follow";
      button.addEventListener("click", () => toggle(numbersOf(row)));
      row.appendChild(button);
    }
    const table = row.querySelector(".table-cell");
    button.setAttribute("aria-pressed", String(isFollowed));
    button.setAttribute("aria-label", `${isFollowed ? labels.unfollowLabel : labels.followLabel} ${table ? table.textContent.replace(/\D+/g, "") : ""}`);
  };

  const drawList = (list, followed) => {
    const rows = [...list.querySelectorAll("li[data-entry]")].filter((row) => row.querySelector("a"));
    rows.forEach((row) => drawRow(row, list.dataset, followed));
    const count = rows.filter((row) => row.classList.contains("is-followed")).length;
    const only = find("[data-follow-only]");
    if (!count) document.body.classList.remove("only-followed");
    only.hidden = !count;
    only.querySelector("span").textContent = String(count);
    only.setAttribute("aria-pressed", String(document.body.classList.contains("only-followed")));
  };

  const draw = () => {
    const followed = read();
    const list = find("[data-follow]");
    if (list && find("[data-follow-only]")) drawList(list, followed);
    const single = find("[data-follow-entry]");
    if (single) single.setAttribute("aria-pressed", String(followed.includes(single.dataset.followEntry)));
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-follow-only]")) { document.body.classList.toggle("only-followed"); draw(); }
    const single = event.target.closest("[data-follow-entry]");
    if (single) toggle([single.dataset.followEntry]);
  });
  document.addEventListener("htmx:afterSettle", draw);
  document.addEventListener("match:replaced", draw);
  if (write(read())) {
    const single = find("[data-follow-entry]");
    if (single) single.hidden = false;
    draw();
  }
})();
