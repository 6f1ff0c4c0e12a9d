"use strict";
/* A button that copies the text of a box: [data-copy="id of the box"], which says [data-copied] afterwards.
   A choice of how a frame looks: [data-frame-look="id of the box"], which writes the line of HTML anew.
   Loaded by evenings/posters/poster.html and components/on_your_site.html. Without it the button is not there: the text is marked and copied by hand. */

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

  for (const choice of document.querySelectorAll("select[data-frame-look]")) {
    const box = document.getElementById(choice.dataset.frameLook);
    const line = box.value;
    const address = line.split('"')[1];
    choice.hidden = false;
    choice.addEventListener("change", () => {
      const scheme = choice.value.startsWith("transparent") ? `;color-scheme:${choice.value === "transparent" ? "light" : "dark"}` : "";
      const look = choice.value ? `&amp;look=${choice.value}` : "";
      box.value = line.replace(address, address + look).replace("border:0", `border:0${scheme}`);
    });
  }
})();
