"use strict";
/* A button that copies the text of a box: [data-copy="id of the box"], which says [data-copied] afterwards.
   Loaded by evenings/posters/poster.html. Without it the button is not there: the text is marked and copied by hand. */

(() => {
  const SAID_MS = 2500;

  for (const button of document.querySelectorAll("button[data-copy]")) {
    const box = document.getElementById(button.dataset.copy);
    const words = button.textContent;
    if (!box) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(box.value);
      } catch {
        box.select(); // plain http, or a browser that forbids it: the old way
        document.execCommand("copy");
      }
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = words; }, SAID_MS);
    });
  }
})();
