"use strict";
/* Arrow keys on the referee's page: left and right card by card, with Shift trick by trick. Without it the links do the same. */

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role='region']")) return;
  const way = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  const link = way && document.querySelector(`[data-step="${way}-${event.shiftKey ? "trick" : "card"}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
