"use strict";
/* A page in a frame of another site: it looks for news by itself, and tells the page around it how high it is.
   Loaded by evenings/embedding/base.html. Without it the frame shows what it showed when it was opened, and scrolls. */

(() => {
  const live = () => document.getElementById("live");
  const seconds = Math.max(2, Number(document.body.dataset.follow) || 3);
  let text = "";
  let height = 0;

  // A number and the frame's own address: nothing that the page around it may not know, so that every page may hear it.
  const tellHeight = () => {
    const now = Math.ceil(document.querySelector("main").getBoundingClientRect().height) + 16;
    if (now === height || window.parent === window) return;
    height = now;
    window.parent.postMessage({ type: "labella:height", height, address: location.href }, "*");
  };

  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { headers: { "HX-Request": "true" }, credentials: "omit" });
      if (answer.status === (live() ? 404 : 200)) location.reload(); // the tournament is not public any more, or is again
      const news = answer.ok && live() ? await answer.text() : "";
      if (!news || news === text) return;
      text = news;
      live().outerHTML = news;
      tellHeight();
    } catch {
      // the next look tries again
    }
  };

  document.addEventListener("visibilitychange", look);
  if (window.ResizeObserver) new ResizeObserver(tellHeight).observe(document.querySelector("main"));
  tellHeight();
  setInterval(look, seconds * 1000);
})();
