"use strict";
/* What the entry of hands gains by script: keys, and the other side's value before it is sent.
   Loaded by desk/match_page/check.html, desk/match_page/scripts.html and visitors/phones/base.html. Without it everything still works. */

(() => {
  /** @type {Find} */
  const find = (selector) => document.querySelector(selector);
  const visible = (element) => element && element.offsetParent !== null;

  // ------------------------------------------------------------------------------- the other side follows while one is typed
  const complete = (box) => {
    const partner = box.form && box.dataset.partner && box.form.elements[box.dataset.partner];
    if (!partner || partner.value !== "") return;
    const typed = Number.parseInt(box.value, 10);
    const rest = Number(box.dataset.together) - typed;
    partner.placeholder = /^\d+$/.test(box.value) && rest >= 0 ? String(rest) : "";
  };

  // A sheet typed a second time: a digit that differs is red at once.
  const compare = (box) => {
    const differs = box.value !== "" && !box.dataset.stands.toUpperCase().startsWith(box.value.toUpperCase());
    box.closest(".box").classList.toggle("has-errors", differs);
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-partner]") && !event.target.closest("[data-grid]")) complete(event.target);
    if (event.target.matches("[data-stands]")) compare(event.target);
  });

  const swap = (form) => {
    for (const box of form.querySelectorAll("[data-partner]")) {
      const partner = form.elements[box.dataset.partner];
      if (box.name >= partner.name) continue;
      [box.value, partner.value] = [partner.value, box.value];
      box.placeholder = partner.placeholder = "";
      complete(box.value ? box : partner);
    }
  };

  // Focus goes to the first box that is still to be written, and what stands in a box is replaced by typing over it.
  const begin = () => {
    const typed = document.activeElement;
    if (typed && typed.matches("[data-go]") && typed.value) return; // the next command is being typed
    const confirm = find("#match .chip.is-disputed") ? null : find("[data-confirm]"); // what somebody disputes is looked at before
    const box = find("#match [autofocus]") || find("[data-sure]") || confirm || find("[data-go]");
    if (box) box.focus({ preventScroll: true });
    if (box && box.matches("[data-confirm]")) { // the sheet may have been scrolled to its last row: the result and its button are seen
      const panel = box.closest(".console-panel");
      if (panel) panel.scrollTo({ top: 0 });
      box.scrollIntoView({ block: "nearest" });
    }
    const part = box && (box.matches("h2") ? box : box.closest(".correction")); // what a change would do, two versions, a line to correct
    if (part) part.scrollIntoView({ block: "nearest" });
    const answer = find("#answer");
    if (answer) answer.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-entry] input:not([type='radio']):not([type='checkbox'])")) event.target.select();
  });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") begin(); });

  // ---------------------------------------------------------------------------------------------------------------- keys
  const follow = (selector) => { const link = find(selector); if (visible(link)) link.click(); };
  const press = (selector) => () => follow(selector);
  const help = () => { const keys = find("[data-help]"); if (keys) { keys.open = !keys.open; keys.scrollIntoView({ block: "nearest" }); } };

  const escape = () => {
    if (find("[data-cancel]")) { follow("[data-cancel]"); return; }
    const form = find("[data-entry]");
    const written = form && [...form.querySelectorAll("input[data-partner]")].some((box) => box.value);
    if (!written) { KEYS.t(); return; }
    form.reset();
    for (const box of form.querySelectorAll("[data-partner]")) { box.value = ""; box.placeholder = ""; }
    begin();
  };

  const KEYS = {
    n: () => follow(find("#match [data-next]") ? "#match [data-next]" : "[data-next]"),
    t: () => { const box = find("[data-go]"); if (box) { box.focus(); box.select(); } },
    x: () => { const form = find("[data-entry]"); if (form) swap(form); },
    a: () => follow(find("[data-apply]") ? "[data-apply]" : "[data-repair]"),
    c: () => { if (find("[data-confirm]")) follow("[data-confirm]"); else document.dispatchEvent(new CustomEvent("desk:confirm")); },
    u: press("[data-undo]"),
    "?": help,
    Escape: escape,
  };

  // In a box for numbers a letter is never meant as text; in another box it is a command only while the box is empty.
  const isCommand = (target) => {
    if (!target.matches("input, select, textarea")) return true;
    if (!target.closest("[data-entry]")) return false;
    return target.matches("[type='radio'], [type='checkbox']") || target.inputMode === "numeric";
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const action = KEYS[event.key];
    if (!action || (event.key !== "Escape" && !isCommand(event.target))) return;
    event.preventDefault();
    action();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-swap]");
    if (!button) return;
    event.preventDefault();
    swap(button.form);
  });

  begin();
  // An address that leads to a part of the page takes the focus away again.
  window.addEventListener("load", () => { if (document.activeElement === document.body) begin(); });
})();
