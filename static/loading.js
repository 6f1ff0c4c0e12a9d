"use strict";
/* Loads a script or a style sheet again that did not come: a phone that changes its network while it opens a page gives up what is on the
   way. Inside every page, so that it is there when nothing else is: base.html and evenings/embedding/base.html. Without it a page stays as
   it came. */

addEventListener("error", (event) => {
  const target = /** @type {any} */ (event.target);
  if (!["SCRIPT", "LINK"].includes(target.tagName) || target.rel === "icon") return;
  const tries = Number(target.dataset.tries || 0);
  const load = () => {
    const again = document.createElement(target.tagName);
    for (const { name, value } of target.attributes) again.setAttribute(name, value);
    again.dataset.tries = tries + 1;
    again.async = false;
    target.replaceWith(again);
  };
  setTimeout(load, Math.min(1000 * 2 ** tries, 60000));
}, true);
