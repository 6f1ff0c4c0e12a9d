"use strict";
/* Big keys for the values of a hand, so that no keyboard of letters opens. Without it the boxes are typed into as ever. */

(() => {
  const touch = "ontouchstart" in window || navigator.maxTouchPoints > 0;
  const form = () => document.querySelector("#match form[data-keypad-form]");
  const boxesOf = (entry) => [...entry.querySelectorAll("input[data-keys]")];
  const keysOf = (box) => JSON.parse(box.dataset.keys);
  const find = (entry, selector) => entry.querySelector(selector);
  let active = null; // the box that the keys write
  let fresh = true; // the next digit replaces what stands there

  const tell = (box) => box.dispatchEvent(new Event("input", { bubbles: true }));
  const partnerOf = (box) => (box.dataset.partner && box.form.elements[box.dataset.partner]) || null;

  // ---------------------------------------------------------------------------------------------------- what will be sent
  const count = (text) => (/^\d+$/.test(text) ? Number(text) : null);
  const announce = (entry) => {
    const button = find(entry, "[data-send-button]");
    const words = find(entry, "[data-keypad-words]");
    entry.classList.toggle("is-ready", boxesOf(entry).some((box) => box.value !== "" && box.value !== box.defaultValue));
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
  const button = (value, text, label) => {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "key";
    key.dataset.key = value;
    key.textContent = text;
    if (label) key.setAttribute("aria-label", label);
    return key;
  };

  const draw = (entry) => {
    const pad = find(entry, "[data-keypad]");
    pad.hidden = !active;
    if (!active) return;
    const keys = keysOf(active);
    const words = find(entry, "[data-keypad-words]").dataset;
    const digits = keys === "digits";
    const list = digits ? [..."123456789"].map((digit) => button(digit, digit)) : keys.map(([value, text]) => button(value, text));
    if (digits) list.push(active.dataset.minus ? button("minus", "±") : button("clear", "C", words.delete), button("0", "0"), button("back", "⌫", words.delete));
    if (active.dataset.thirds) list.push(button("third1", "⅓"), button("third2", "⅔"));
    pad.className = `keypad ${digits ? "is-digits" : keys.some(([, text]) => text.length > 3) ? "is-words" : keys.length > 12 ? "is-many" : ""}`;
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label", active.dataset.name);
    while (pad.firstChild) pad.removeChild(pad.firstChild);
    for (const key of list) {
      key.setAttribute("aria-pressed", String(key.dataset.key === active.value));
      pad.appendChild(key);
    }
    for (const box of boxesOf(entry)) box.classList.toggle("is-active", box === active);
  };

  const activate = (box) => {
    active = box;
    fresh = true;
    if (box) draw(box.form);
  };

  const nextNeeded = (entry) => boxesOf(entry).find((box) => box !== active && box.dataset.needed && box.value === ""
    && !(partnerOf(box) && partnerOf(box).value !== "" && box.dataset.together));

  const DIGIT = /^\d$/;
  const press = (key) => {
    const entry = active.form;
    const whole = active.value.replace(/ .*/, "");
    const digits = keysOf(active) === "digits";
    if (key === "back") active.value = active.value.slice(0, -1);
    else if (key === "clear") active.value = "";
    else if (key === "minus") active.value = active.value.startsWith("-") ? active.value.slice(1) : `-${active.value}`;
    else if (key === "third1" || key === "third2") active.value = `${whole || "0"} ${key === "third1" ? "1/3" : "2/3"}`;
    else if (digits && DIGIT.test(key) && !fresh) active.value += key;
    else active.value = key;
    fresh = false;
    const partner = partnerOf(active);
    if (partner && active.dataset.together && partner.dataset.following) { partner.value = ""; delete partner.dataset.following; }
    tell(active);
    const next = digits || key.startsWith("third") ? null : nextNeeded(entry);
    if (next) activate(next);
    draw(entry);
    if (navigator.vibrate) navigator.vibrate(8);
  };

  const begin = () => {
    const entry = form();
    active = null;
    if (!entry) return;
    const boxes = boxesOf(entry);
    for (const box of boxes) if (touch) box.setAttribute("inputmode", "none");
    const wrong = find(entry, ".has-errors input[data-keys]");
    const first = boxes.find((box) => box.dataset.needed && box.value === "") || boxes.find((box) => box.name.endsWith(`_${entry.dataset.own}`)) || boxes[0];
    activate(wrong || first || null);
    announce(entry);
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-keypad] [data-key]");
    if (key && active) press(key.dataset.key);
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches("#match input[data-keys]")) activate(event.target); });
  document.addEventListener("input", (event) => {
    const entry = event.target.form;
    if (!entry || !entry.matches("[data-keypad-form]")) return;
    if (event.target === active) draw(entry);
    announce(entry);
  });
  document.addEventListener("match:replaced", begin);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") begin(); });
  document.addEventListener("DOMContentLoaded", begin);
  if (document.readyState !== "loading") begin();
})();
