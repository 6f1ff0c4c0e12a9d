"use strict";
/* The big screen turns its leaves by itself: space holds it, arrows turn it.
   Loaded by visitors/screen/screen.html. Without it the page asks for its next face. */

(() => {
  const live = () => document.getElementById("live");
  const faces = () => [...document.querySelectorAll("[data-face]")];
  let shown = (faces().find((face) => !face.hidden) || { dataset: { face: undefined } }).dataset.face;
  let held = live().hasAttribute("data-held");
  let timer = 0;
  let drawn = "";

  const show = (at) => {
    const all = faces();
    const face = all[(at + all.length) % all.length];
    for (const one of all) one.hidden = one !== face;
    shown = face.dataset.face;
  };
  const place = () => Math.max(0, faces().findIndex((face) => face.dataset.face === shown));

  const wait = () => {
    clearTimeout(timer);
    if (!held) timer = setTimeout(() => turn(1), Number(live().dataset.seconds) * 1000);
  };
  const turn = (by) => { show(place() + by); wait(); };

  const say = () => {
    live().toggleAttribute("data-held", held);
    for (const text of document.querySelectorAll("[data-hold] [data-when]")) text.hidden = (text.dataset.when === "held") !== held;
  };
  const hold = () => { held = !held; say(); wait(); };

  const KEYS = { " ": hold, ArrowRight: () => turn(1), PageDown: () => turn(1), ArrowLeft: () => turn(-1), PageUp: () => turn(-1) };
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-turn], [data-hold]");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.turn) turn(Number(link.dataset.turn)); else hold();
  });

  // The same answer again changes nothing; another one keeps the face that is shown, or the one that stands in its place;
  // and it turns when it would have turned: on a busy evening there is something new every few seconds.
  let at = 0;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const answer = event.detail.xhr.responseText;
    if (answer === drawn) event.detail.shouldSwap = false;
    drawn = answer;
    at = place();
  });
  document.addEventListener("htmx:afterSwap", () => {
    const still = faces().findIndex((face) => face.dataset.face === shown);
    show(still < 0 ? Math.min(at, faces().length - 1) : still);
    say();
  });

  const fresh = document.querySelector("[data-fresh]");
  const heard = (well) => {
    fresh.classList.toggle("is-lost", !well);
    fresh.querySelector("[data-heard]").hidden = !well;
    fresh.querySelector("[data-lost]").hidden = well;
    if (well) fresh.querySelector("time").textContent = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: document.body.dataset.zone });
  };
  document.addEventListener("htmx:afterRequest", (event) => heard(Boolean(event.detail.successful)));

  wait();
})();
