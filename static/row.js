"use strict";
/* One row of the sheet on the screen: its boxes, what a person wrote into them, what follows from that, and where it stands.
   Loaded by desk/match_page/scripts.html, for grid.js. Without it the row is a form. */

(() => {
  const boxes = (row) => [...row.querySelectorAll("[data-box]")];
  // Some boxes are stops only beside a certain choice.
  const isStop = (box) => Boolean(box.dataset.stop)
    || (Boolean(box.dataset.stopWith) && boxes(box.closest("tr")).some((one) => `${one.dataset.box}=${one.value}` === box.dataset.stopWith));
  const stops = (row) => boxes(row).filter(isStop);
  const isEmpty = (row) => boxes(row).every((box) => box.value === (box.dataset.given ?? "") || box.type === "checkbox");
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const partnerOf = (box) => box.dataset.partner && boxes(box.closest("tr")).find((other) => other.dataset.box === box.dataset.partner);
  const complete = (box) => {
    const partner = partnerOf(box);
    if (!partner || partner.value !== "") return;
    const rest = Number(box.dataset.together) - Number.parseInt(box.value, 10);
    partner.placeholder = /^\d+$/.test(box.value) && rest >= 0 ? String(rest) : "";
  };

  const valuesOf = (row) => {
    const values = {};
    for (const box of boxes(row)) {
      if (box.type === "checkbox") { if (box.checked) values[box.dataset.box] = box.value; } else if (box.value !== box.dataset.given) values[box.dataset.box] = box.value;
    }
    return values;
  };

  // Only the row that is typed has names, so that the form without script and with it are the same.
  const setNames = (row, named) => { for (const box of boxes(row)) { if (named) box.name = box.dataset.box; else box.removeAttribute("name"); } };

  const isFull = (box) => {
    const value = box.value.trim();
    if (box.dataset.card) return /^[a-z0-9]$/i.test(value);
    if (box.dataset.letters) return value.length === 1;
    const most = box.dataset.most;
    return Boolean(most) && /^\d+$/.test(value) && (value === "0" || Number(value) * 10 > Number(most) || value.length >= most.length);
  };

  // What changes above the box that is typed moves neither the box nor the eye.
  const holdStill = (change) => {
    const box = document.activeElement;
    const before = box.getBoundingClientRect().top;
    change();
    const move = (scroller) => { if (box.isConnected) scroller?.scrollBy({ top: box.getBoundingClientRect().top - before, behavior: "instant" }); };
    [box.closest(".console-panel"), window].forEach(move);
  };

  window.sheetRow = { boxes, isStop, stops, isEmpty, newKey, partnerOf, complete, valuesOf, setNames, isFull, holdStill };
})();
