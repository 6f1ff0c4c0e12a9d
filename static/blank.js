"use strict";
/* The rows of the printed sheet that nobody has typed yet, drawn below the row that is typed: the row takes the place of the first of them.
   They follow from what stands above, so that nothing is asked of the desk and nothing else has to know of them.
   Loaded by desk/match_page/scripts.html. Without it the sheet ends with the row that is typed. */

(() => {
  const FIFTH = 5; // a heavier line under every fifth row, as on paper
  /** @type {Find} */
  const find = (selector, root = document) => root.querySelector(selector);
  const numberOf = (row) => Number(find("[data-number], th", row)?.textContent) || 0;

  /** @param {PageElement} body @param {number} width @param {number} number @returns {void} */
  const addRow = (body, width, number) => {
    const row = body.insertRow();
    row.className = number && number % FIFTH === 0 ? "is-blank is-fifth" : "is-blank";
    const head = row.appendChild(document.createElement("th"));
    head.textContent = number ? String(number) : "";
    for (let cell = 1; cell < width; cell += 1) row.insertCell();
  };

  /** @param {PageElement} body @param {number} width @param {number} number @returns {void} */
  const addRest = (body, width, number) => {
    const cell = body.insertRow().insertCell();
    cell.colSpan = width;
    cell.className = "blank-rest";
    cell.textContent = number === 1 ? body.dataset.one : body.dataset.many.replace("#", String(number));
  };

  /** @param {PageElement} body @param {PageElement} typed @param {Element[]} games @returns {void} */
  const draw = (body, typed, games) => {
    const plan = body.dataset.blank.split(" ").map(Number);
    const width = find("thead tr", body.closest("table")).cells.length;
    const running = Math.max(0, typed.querySelectorAll(".grid-game").length - 1);
    const hands = [...typed.querySelectorAll("tr[data-typed], tr[data-row]")];
    const apart = games.length === plan.length; // else the hands of all games stand in one list
    const used = apart ? numberOf(hands.at(-1)) : hands.length;
    body.replaceChildren();
    let rest = 0;
    plan.forEach((rows, game) => {
      if (apart && game < running) return;
      const first = apart && game > running ? 0 : used;
      if (apart && game > running) body.append(games[game].cloneNode(true));
      for (let number = first + 1; number <= rows; number += 1) addRow(body, width, apart ? number : 0);
      rest += Math.max(0, rows - first);
    });
    if (rest) addRest(body, width, rest);
  };

  const begin = () => {
    const body = find("[data-blank]");
    const typed = find("[data-rows]");
    if (!body?.dataset.blank || !typed) return;
    const games = [...find("[data-blank-games]").content.children];
    const redraw = () => { if (find("tr[data-row]", typed)) draw(body, typed, games); else body.replaceChildren(); };
    new MutationObserver(redraw).observe(typed, { childList: true });
    redraw();
  };

  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.matches("#match, [data-blank]")) begin(); });
  begin();
})();
