() => {
  // Every face of the hall's screen, one after the other: what is beyond the screen, cut, or on top of something else.
  const READ = ".face:not([hidden]) :is(h2, .side-person, .screen-table, .screen-result, .phone-address, .round-clock:not(.is-over) .clock-left)";
  const EDGE = 1;
  const main = document.querySelector("main");
  const name = (node) => `${node.parentElement.className || node.parentElement.localName} “${node.textContent.trim().slice(0, 30)}”`;

  const clip = (node, rect) => {
    const seen = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    for (let part = node.parentElement; part !== main; part = part.parentElement) {
      if (getComputedStyle(part).overflowX === "visible") continue;
      const box = part.getBoundingClientRect();
      seen.left = Math.max(seen.left, box.left); seen.right = Math.min(seen.right, box.right);
      seen.top = Math.max(seen.top, box.top); seen.bottom = Math.min(seen.bottom, box.bottom);
    }
    return seen;
  };

  const texts = () => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent.trim() || node.parentElement.closest(".visually-hidden, [hidden]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Letters stand in the middle of what a line takes: two lines may share a little of the room above and below.
      const share = 0.25 * parseFloat(getComputedStyle(node.parentElement).fontSize);
      for (const rect of range.getClientRects()) {
        const letters = { left: rect.left, right: rect.right, top: rect.top + share, bottom: rect.bottom - share };
        if (rect.width) found.push({ node, name: name(node), whole: rect, seen: clip(node, letters) });
      }
    }
    return found;
  };

  const measureFace = () => {
    const problems = [];
    const all = texts();
    for (const { node, name, whole, seen } of all) {
      if (seen.left < -EDGE || seen.top < -EDGE || seen.right > innerWidth + EDGE || seen.bottom > innerHeight + EDGE) problems.push(`beyond: ${name}`);
      if (seen.bottom - seen.top < 0.55 * Math.min(whole.height, parseFloat(getComputedStyle(node.parentElement).fontSize))) problems.push(`cut: ${name}`);
      const row = node.parentElement.closest("li, .bracket-box, .face-head, .screen-foot, .screen-message");
      const box = row ? row.getBoundingClientRect() : null;
      if (box && (seen.top < box.top - 2 || seen.bottom > box.bottom + 2 || seen.right > box.right + 2)) problems.push(`out of its row: ${name}`);
    }
    for (let first = 0; first < all.length; first += 1) {
      for (let second = first + 1; second < all.length; second += 1) {
        if (all[first].node === all[second].node) continue;
        const [one, two] = [all[first].seen, all[second].seen];
        const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (wide > 1 && high > 1) problems.push(`on top: ${all[first].name} and ${all[second].name}`);
      }
    }
    const codes = [...main.querySelectorAll(".face:not([hidden]) .qr-code, .screen-foot .qr-code")];
    for (const code of codes) {
      const box = code.getBoundingClientRect();
      const inside = box.left >= -EDGE && box.top >= -EDGE && box.right <= innerWidth + EDGE && box.bottom <= innerHeight + EDGE;
      if (!inside || box.width < 40 || box.height < 40) problems.push(`QR code ${box.width}×${box.height} at ${box.top}`);
      for (const { name, seen } of all) {
        const wide = Math.min(seen.right, box.right) - Math.max(seen.left, box.left);
        if (wide > 1 && Math.min(seen.bottom, box.bottom) - Math.max(seen.top, box.top) > 1) problems.push(`on a QR code: ${name}`);
      }
    }
    for (const what of [".screen-foot .qr-code", ".screen-where strong"]) {
      if (!main.querySelector(what).getClientRects().length) problems.push(`not there: ${what}`);
    }
    if (main.scrollHeight > innerHeight + EDGE || main.scrollWidth > innerWidth + EDGE) problems.push(`scrolls: ${main.scrollHeight}`);
    const read = [...document.querySelectorAll(READ)].filter((part) => part.getClientRects().length && part.textContent.trim());
    const clocks = [...main.querySelectorAll(".clock-left, .screen-fresh time")].filter((part) => part.getClientRects().length);
    const letters = Math.min(...read.map((part) => parseFloat(getComputedStyle(part).fontSize)));
    return { problems, letters, clocks: clocks.length };
  };

  const faces = [...document.querySelectorAll("[data-face]")];
  const measured = {};
  for (const face of faces) {
    for (const part of faces) part.hidden = part !== face;
    measured[face.dataset.face] = measureFace();
  }
  return JSON.stringify(measured);
}
