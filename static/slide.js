"use strict";
/* A finger, or a mouse with its button down, that goes from key to key: `window.slides[name]` is told of each key that it comes upon in an
   element with data-slide="name". A tap stays a click. Pointer events, or touch events where a browser of 2019 has none.
   Loaded by desk/referee/desk.html and desk/referee/tool.html. Without it cards are tapped one by one. */

(() => {
  const slides = (window.slides = {}); // each {begin(key), enter(key), end(key)}; a key may be null between the keys
  const STEP = 6; // pixels: a quick finger is followed in between
  let now = null; // the movement: {root, id, first, last, x, y, moved}
  let swallow = false; // the click that a browser makes of a movement which ends where it began

  const keyAt = (x, y) => {
    const element = document.elementFromPoint(x, y);
    const key = element && element.closest(".card-key, .seat-key");
    return key && now.root.contains(key) ? key : null;
  };
  const handlers = () => slides[now.root.dataset.slide];

  /** @param {PageElement} target @param {number} id @param {number} x @param {number} y @returns {void} */
  const down = (target, id, x, y) => {
    swallow = false;
    const root = target.closest && target.closest("[data-slide]");
    if (now || !root || !slides[root.dataset.slide]) return;
    now = { root, id, first: null, last: null, x, y, moved: false };
    now.first = now.last = keyAt(x, y);
    handlers().begin(now.first);
  };

  const come = (key) => {
    if (key === now.last) return;
    if (!now.moved && now.first) handlers().enter(now.first);
    now.moved = true;
    now.last = key;
    if (key) handlers().enter(key);
  };

  /** @param {number} id @param {number} x @param {number} y @returns {void} */
  const move = (id, x, y) => {
    if (!now || id !== now.id) return;
    const steps = Math.max(1, Math.ceil(Math.hypot(x - now.x, y - now.y) / STEP));
    const [fromX, fromY] = [now.x, now.y];
    for (let step = 1; step <= steps && now; step += 1) come(keyAt(fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps));
    if (now) [now.x, now.y] = [x, y];
  };

  const up = (id, cancelled) => {
    if (!now || id !== now.id) return;
    const { moved, last, root } = now;
    now = null;
    swallow = moved;
    const handler = slides[root.dataset.slide];
    if (moved || cancelled) handler.end(cancelled ? null : last, moved);
  };

  if (window.PointerEvent) {
    document.addEventListener("pointerdown", (event) => { if (event.isPrimary && event.button === 0) down(event.target, event.pointerId, event.clientX, event.clientY); });
    document.addEventListener("pointermove", (event) => move(event.pointerId, event.clientX, event.clientY));
    document.addEventListener("pointerup", (event) => up(event.pointerId, false));
    document.addEventListener("pointercancel", (event) => up(event.pointerId, true));
  } else {
    const touched = (event) => event.changedTouches[0];
    document.addEventListener("touchstart", (event) => { const touch = touched(event); down(event.target, touch.identifier, touch.clientX, touch.clientY); }, { passive: true });
    document.addEventListener("touchmove", (event) => {
      if (!now) return;
      event.preventDefault(); // the page stays where it is while a finger is on the cards
      const touch = touched(event);
      move(touch.identifier, touch.clientX, touch.clientY);
    }, { passive: false });
    document.addEventListener("touchend", (event) => up(touched(event).identifier, false));
    document.addEventListener("touchcancel", (event) => up(touched(event).identifier, true));
  }
  document.addEventListener("dragstart", (event) => { if (event.target.closest && event.target.closest("[data-slide]")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
})();
