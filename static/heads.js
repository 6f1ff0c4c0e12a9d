"use strict";
/* A phone that follows a tournament keeps the heads of its ledger, each with the time: the ledger's page compares them later (static/ledger.js).
   Loaded by base_public.html. Without it that page has nothing to compare; all else works. */

(() => {
  const MOST = 200;

  const read = (key) => {
    try {
      const heads = JSON.parse(window.localStorage.getItem(key));
      return Array.isArray(heads) ? heads : [];
    } catch {
      return [];
    }
  };
  const write = (key, heads) => {
    try {
      window.localStorage.setItem(key, JSON.stringify(heads));
    } catch {
      // a private window keeps nothing
    }
  };
  // The newer half stays whole, of the older one every second, and always the first.
  const thin = (heads) => (heads.length <= MOST ? heads : heads.filter((_head, place) => place >= MOST / 2 || place % 2 === 0));

  const keep = () => {
    const node = document.querySelector("[data-head]");
    if (!node) return;
    const [letters, number] = node.dataset.head.split(" ");
    const key = `heads:${node.dataset.slug}`;
    const heads = read(key);
    if (Number(number) < 1 || heads.some((head) => head[0] === Number(number) && head[1] === letters)) return;
    write(key, thin([...heads, [Number(number), letters, Date.now()]]));
  };

  keep();
  document.addEventListener("htmx:afterSettle", keep);
  document.addEventListener("match:replaced", keep);
})();
