"use strict";
/* Big keys for the values of a hand, so that no keyboard of letters opens: they and the button that sends stay at the thumb while the boxes
   scroll. Loaded by visitors/phones/base.html. Without it the boxes are typed into as ever. */

(() => {
  const touch = "ontouchstart" in window || navigator.maxTouchPoints > 0;
  const form = () => document.querySelector("#match form[data-keypad-form]");
  const boxesOf = (entry) => [...entry.querySelectorAll("input[data-keys]")];
  const keysOf = (box) => JSON.parse(box.dataset.keys);
  /** @param {ParentNode} entry @param {string} selector @returns {PageElement | null} */
  const find = (entry, selector) => entry.querySelector(selector);
  const isFolded = (box) => Boolean(box.closest("details:not([open])"));
  const STANDS_ABOVE = "#match [data-question], #match.is-going"; // what is read first: the form does not scroll it away
  let active = null; // the box that the keys write
  let fresh = true; // the next digit replaces what stands there

  const tell = (box) => box.dispatchEvent(new Event("input", { bubbles: true }));
  const partnerOf = (box) => (box.dataset.partner && box.form.elements[box.dataset.partner]) || null;

  // ---------------------------------------------------------------------------------------------------- what will be sent
  const count = (text) => (/^\d+$/.test(text) ? Number(text) : null);
  const announce = (entry) => {
    const button = find(entry, "[data-send-button]");
    const words = find(entry, "[data-keypad-words]");
    if (!button || !words || entry.querySelector("[name='sure']")) return;
    button.dataset.usual = button.dataset.usual || button.textContent;
    const own = boxesOf(entry).find((box) => box.value !== "" && box.dataset.together && partnerOf(box));
    const [typed, rest] = own ? [count(own.value), Number(own.dataset.together) - count(own.value)] : [null, null];
    if (typed === null || rest < 0) { button.textContent = button.dataset.usual; return; }
    const partner = partnerOf(own);
    const other = count(partner.value) === null ? rest : count(partner.value);
    const isOurs = own.name.endsWith(`_${entry.dataset.own}`);
    const [we, they] = isOurs ? [typed, other] : [other, typed];
    button.textContent = `${words.dataset.we} ${we} – ${words.dataset.they} ${they} · ${words.dataset.send}`;
  };

  // ------------------------------------------------------------------------------------------------------------- the keys
  /** @param {string} value @param {string} text @param {string} [label] @returns {HTMLButtonElement} */
  const button = (value, text, label) => {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "key";
    key.dataset.key = value;
    key.textContent = text;
    if (label) key.setAttribute("aria-label", label);
    return key;
  };

  // Three rows where they can be: digits stand as on a telephone, with 0 and what deletes in a column of their own.
  const listDigits = (words) => {
    const beside = () => (active.dataset.several ? button("plus", "+", words.plus) : button("clear", "C", words.clear));
    const sides = [
      button("back", "⌫", words.delete),
      active.dataset.minus ? button("minus", "±", words.minus) : beside(),
      button("0", "0"),
    ];
    return ["123", "456", "789"].reduce((list, row, place) => [...list, ...[...row].map((digit) => button(digit, digit)), sides[place]], []);
  };

  const listKeys = (words) => {
    const keys = keysOf(active);
    const list = keys === "digits" ? listDigits(words) : keys.map(([value, text]) => button(value, text));
    if (active.dataset.thirds) list.push(button("third1", "⅓"), button("third2", "⅔"));
    return list;
  };

  const draw = (entry) => {
    const pad = find(entry, "[data-keypad]");
    pad.hidden = !active;
    for (const box of boxesOf(entry)) box.classList.toggle("is-active", box === active);
    if (!active) return;
    const list = listKeys(find(entry, "[data-keypad-words]").dataset);
    const words = list.some((key) => key.textContent.length > 3);
    pad.className = `keypad ${words ? "is-words" : `columns-${Math.min(7, Math.max(4, Math.ceil(list.length / 3)))}`}`;
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label", active.dataset.name);
    while (pad.firstChild) pad.removeChild(pad.firstChild);
    for (const key of list) {
      key.setAttribute("aria-pressed", String(key.dataset.key === active.value));
      pad.appendChild(key);
    }
  };

  // What is being written is never below the keys.
  const bringIntoView = (element) => {
    const dock = element.form && find(element.form, "[data-key-dock]");
    if (!dock || !(element.compareDocumentPosition(dock) & Node.DOCUMENT_POSITION_FOLLOWING)) return;
    const covered = element.getBoundingClientRect().bottom + 8 - dock.getBoundingClientRect().top;
    if (covered > 0) window.scrollBy(0, covered);
  };

  // A box of which the keys leave a sliver shows enough to be tapped, which says as well that there is more below.
  const LEAST_IN_VIEW = 28;
  const showSliver = (entry) => {
    const dock = find(entry, "[data-key-dock]").getBoundingClientRect();
    const rests = [...entry.querySelectorAll("input:not([type='hidden']), select")].filter((box) => !isFolded(box))
      .map((box) => box.getBoundingClientRect()).filter((box) => box.bottom > dock.top + 1).map((box) => dock.top - box.top);
    const rest = rests.find((sliver) => sliver > 0 && sliver < LEAST_IN_VIEW);
    if (rest) window.scrollBy(0, LEAST_IN_VIEW - rest);
  };

  const isCovered = (box) => box.getBoundingClientRect().bottom > find(box.form, "[data-key-dock]").getBoundingClientRect().top;

  const activate = (box) => {
    active = box;
    fresh = true;
    if (!box) return;
    draw(box.form);
    if (!find(document, STANDS_ABOVE)) bringIntoView(box);
  };

  const nextNeeded = (entry) => boxesOf(entry).find((box) => box !== active && box.dataset.needed && box.value === "" && !isFolded(box)
    && !(partnerOf(box) && partnerOf(box).value !== "" && box.dataset.together));

  // What is together with it a fixed sum follows, unless somebody wrote it otherwise.
  const letPartnerFollow = () => {
    const partner = partnerOf(active);
    if (!partner || !active.dataset.together) return;
    const follows = count(active.value) + count(partner.value) === Number(active.dataset.together) && count(active.value) !== null;
    if (partner.value !== "" && follows) partner.value = "";
  };

  const DIGIT = /^\d$/;
  const press = (key) => {
    const entry = active.form;
    letPartnerFollow();
    const whole = active.value.replace(/ .*/, "");
    const digits = keysOf(active) === "digits";
    if (key === "back") active.value = active.value.slice(0, -1);
    else if (key === "clear") active.value = "";
    else if (key === "minus") active.value = active.value.startsWith("-") ? active.value.slice(1) : `-${active.value}`;
    else if (key === "plus") active.value = active.value.replace(/(\d)$/, "$1+");
    else if (key === "third1" || key === "third2") active.value = `${whole || "0"} ${key === "third1" ? "1/3" : "2/3"}`;
    else if (digits && DIGIT.test(key) && !fresh) active.value += key;
    else active.value = key;
    fresh = false;
    tell(active);
    // A whole number may still get its third: the keys stay with it.
    const next = digits || active.dataset.thirds ? null : nextNeeded(entry);
    if (next) activate(next);
    draw(entry);
    if (navigator.vibrate) navigator.vibrate(8);
  };

  const begin = () => {
    const entry = form();
    active = null;
    if (!entry) return;
    entry.classList.add("has-keys");
    for (const box of boxesOf(entry)) if (touch) box.setAttribute("inputmode", "none");
    const boxes = boxesOf(entry).filter((box) => !isFolded(box));
    const wrong = find(entry, ".has-errors input[data-keys]");
    const first = boxes.find((box) => box.dataset.needed && box.value === "") || boxes.find((box) => box.name.endsWith(`_${entry.dataset.own}`)) || (entry.dataset.said === undefined ? boxes[0] : null);
    activate(wrong || first || null);
    if (active && !wrong && find(document, "#match.is-going") && isCovered(active)) activate(null); // keys without the box that they write
    draw(entry);
    announce(entry);
    if (active && !find(document, STANDS_ABOVE)) showSliver(entry);
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-keypad] [data-key]");
    if (key && active) press(key.dataset.key);
  });
  // Another box is written without them: they leave the place to it.
  const putAside = (element) => {
    activate(null);
    draw(element.form);
    bringIntoView(element);
  };
  const isAnother = (element) => element.matches("#match [data-keypad-form] input:not([data-keys]), #match [data-keypad-form] select");
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("#match input[data-keys]")) activate(event.target);
    else if (isAnother(event.target)) putAside(event.target);
  });
  document.addEventListener("change", (event) => { if (active && isAnother(event.target)) putAside(event.target); });
  document.addEventListener("input", (event) => {
    const entry = event.target.form;
    if (!entry || !entry.matches("[data-keypad-form]")) return;
    if (event.target === active) draw(entry);
    announce(entry);
    if (event.target === active) bringIntoView(active); // the words on the button may have become two lines
  });
  document.addEventListener("match:replaced", begin);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") begin(); });
  document.addEventListener("DOMContentLoaded", begin);
  if (document.readyState !== "loading") begin();
})();
