"use strict";
/* Pages that change by themselves: asked for at once when somebody looks again, the other side's hand within a second, what changed is
   marked and read out, the focus stays. Loaded by base.html, visitors/phones/base.html and visitors/screen/overlay.html. Without it pages ask as their attributes say;
   without htmx, which old phones cannot read, it asks. */

(() => {
  const POLL_MS = 600;
  const SOON_MS = 200;
  const PATIENT_MS = 3000;
  const LIVELY_MS = 60000;
  const MOST_MS = 20000;
  const HELD_MS = 5000; // an answer that took longer was waited for
  const LOST_MS = 40000;
  const SELDOM_MS = 60000; // the whole page, where versions tell what happens
  const USUAL_MS = 8000;
  const MOST_READ_OUT = 3;
  const BESIDE_PX = 12; // room left of the round at which a drawing opens
  /** @type {Find} */
  const find = (selector) => document.querySelector(selector);
  const polled = () => [...document.querySelectorAll("[data-poll]")];

  // --------------------------------------------------------------------------------------------------------------- asking
  const isTyping = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");

  // A page on which something is typed may keep it, and take in only what is around it (static/table.js).
  const mayReplace = (part, text) => part.dispatchEvent(new CustomEvent("match:replacing", { bubbles: true, cancelable: true, detail: { text } }));

  const replace = (part, text) => {
    if (!mayReplace(part, text)) return;
    const before = remember(part);
    const id = part.id;
    part.outerHTML = text;
    compare(before, document.getElementById(id));
    document.dispatchEvent(new Event("match:replaced"));
  };

  const refresh = async (part) => {
    const address = part.getAttribute("hx-get");
    if (window.htmx) { window.htmx.ajax("GET", address, { source: part, target: part, swap: "outerHTML" }); return; }
    const event = new CustomEvent("htmx:beforeRequest", { bubbles: true, cancelable: true, detail: { elt: part, requestConfig: { verb: "get" } } });
    if ((isTyping(part) && !part.hasAttribute("data-outbox")) || !part.dispatchEvent(event)) return;
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      const text = await answer.text();
      leaveGone(answer.status);
      if (answer.ok && text !== part.dataset.text) { replace(part, text); polled().forEach((next) => { next.dataset.text = text; }); }
      showUpdateTime(answer);
    } catch {
      // the next look tries again
    }
  };

  const refreshAll = () => { if (!document.hidden) polled().forEach(refresh); };
  document.addEventListener("visibilitychange", refreshAll);
  window.addEventListener("pageshow", (event) => { if (event.persisted) refreshAll(); });
  let lastRefresh = Date.now();
  if (!window.htmx) {
    setInterval(() => {
      if (find("[data-poll-url]") && Date.now() - lastRefresh < SELDOM_MS) return;
      lastRefresh = Date.now();
      refreshAll();
    }, USUAL_MS);
  }

  // A page that is gone is loaded once more: it says why, as that of a match that was unpublished does, and leads on. The hall's screen waits.
  const leaveGone = (status) => { if (status === 404 && document.body.classList.contains("public")) location.reload(); };
  document.addEventListener("htmx:responseError", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (requestConfig.verb === "get" && elt.hasAttribute("data-poll")) leaveGone(xhr.status);
  });

  // ----------------------------------------------------------------------------------------- one short text: has anything happened?
  // The desk holds the question until something has, or for 25 seconds. Where it answers at once (too many wait, an older desk), a phone asks
  // every 0.6 seconds while its match is lively, then less and less.
  let lastVersion = "";
  let lastChange = Date.now();
  let turn = 0;
  let forget = () => {};
  const lull = () => Math.max(POLL_MS, Math.min(MOST_MS, (Date.now() - lastChange - LIVELY_MS) / 4));

  const askForVersion = async (part) => {
    const stop = window.AbortController ? new AbortController() : null;
    let timer = 0;
    const lost = new Promise((_, reject) => { timer = setTimeout(reject, LOST_MS); });
    forget = () => { if (stop) stop.abort(); };
    try {
      const address = `${part.dataset.pollUrl}?seen=${encodeURIComponent(part.dataset.pollVersion)}`;
      /** @type {RequestInit} */
      const plain = { cache: "no-store", credentials: "omit" };
      const asking = fetch(address, Object.assign(plain, stop ? { signal: stop.signal } : {}));
      const answer = await Promise.race([asking, lost]);
      return answer.ok ? await answer.text() : answer.status === 404 ? "gone" : ""; // another draw: other codes
    } catch {
      return "";
    } finally {
      clearTimeout(timer);
    }
  };

  /** @param {string} version @param {string} seen @param {number} took @returns {number} */
  const takeVersion = (version, seen, took) => {
    const part = find("[data-poll-url]");
    const news = version && version !== lastVersion;
    if (news) { lastVersion = version; lastChange = Date.now(); }
    if (part && version !== part.dataset.pollVersion) refresh(part);
    if (!version) return Math.max(PATIENT_MS, lull());
    if (part && version !== part.dataset.pollVersion) return news ? SOON_MS : lull();
    return version === seen && took < HELD_MS ? lull() : SOON_MS;
  };

  const pollVersion = async (mine) => {
    if (mine !== turn) return;
    const part = find("[data-poll-url]");
    let pause = POLL_MS;
    if (part && !document.hidden) {
      const asked = Date.now();
      const seen = part.dataset.pollVersion;
      const version = await askForVersion(part);
      if (mine !== turn) return;
      pause = takeVersion(version, seen, Date.now() - asked);
    }
    setTimeout(pollVersion, pause, mine);
  };
  const lookAgain = () => {
    turn += 1;
    forget();
    lastChange = Date.now();
    if (!document.hidden) setTimeout(pollVersion, SOON_MS, turn);
  };
  document.addEventListener("visibilitychange", lookAgain);
  lookAgain();

  // --------------------------------------------------------------------------------- what changed, and where the reader was
  const keyOf = (row, index) => {
    const link = row.querySelector("a[href]");
    const name = row.querySelector("th");
    return link ? link.getAttribute("href") : name ? name.textContent : `${row.tagName}${index}`;
  };
  const rowsOf = (part) => [...part.querySelectorAll("tbody tr, .match-list li, .score-side, .player-place")];
  const textOf = (node) => node.textContent.replace(/\s+/g, " ").trim();

  const remember = (part) => {
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const rows = {};
    rowsOf(part).forEach((row, index) => { rows[keyOf(row, index)] = textOf(row); });
    return { rows, phase: part.dataset.phase, href: focused && focused.getAttribute("href"), region: focused && focused.getAttribute("aria-label"), left: [...part.querySelectorAll("[tabindex='0']")].map((box) => box.scrollLeft) };
  };

  const readOut = (texts) => {
    /** @type {HTMLElement} */
    let line = find("#live-news");
    if (!line) {
      line = document.createElement("p");
      line.id = "live-news";
      line.className = "visually-hidden";
      line.setAttribute("aria-live", "polite");
      document.body.appendChild(line);
    }
    line.textContent = texts.slice(0, MOST_READ_OUT).join(". ");
  };

  // What stands around a part speaks of the phase that the tournament was in: once it begins, or is over, the whole page is another.
  const compare = (before, part) => {
    if (!part) return;
    if (part.dataset.phase !== before.phase && !document.activeElement.matches("input")) location.reload();
    const changed = rowsOf(part).filter((row, index) => {
      const old = before.rows[keyOf(row, index)];
      return old !== undefined && old !== textOf(row);
    });
    changed.forEach((row) => row.classList.add("is-changed"));
    if (changed.length && !part.querySelector("[aria-live], [role='alert']")) readOut(changed.map(textOf));
    [...part.querySelectorAll("[tabindex='0']")].forEach((box, index) => { box.scrollLeft = before.left[index] || 0; });
    const again = [...part.querySelectorAll("a[href], [aria-label]")].find((one) => (before.href ? one.getAttribute("href") === before.href : before.region && one.getAttribute("aria-label") === before.region));
    if (again && document.activeElement === document.body) again.focus({ preventScroll: true });
  };

  // A browser answers an unchanged page from its own cache: the same text is not put in place of itself, so nothing flickers.
  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (!target.hasAttribute("data-poll") || event.detail.requestConfig.verb !== "get") return;
    showUpdateTime(xhr);
    if (target.dataset.text === xhr.responseText || !mayReplace(target, xhr.responseText)) { event.detail.shouldSwap = false; return; }
    before = { id: target.id, text: xhr.responseText, seen: remember(target) };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const part = before && document.getElementById(before.id);
    if (!part || event.detail.elt.id !== before.id) return;
    part.dataset.text = before.text;
    compare(before.seen, part);
    before = null;
    showUpdateTime();
  });

  // When the page was last found to be as the desk has it: by the desk's clock where an answer says so, in the desk's zone, whatever the
  // phone's is. A drawing may be older, so that the page itself does not say it.
  const { zone } = document.body.dataset;
  const sayTime = (at) => at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone || undefined });
  let confirmed = new Date();
  const showUpdateTime = (answer) => {
    const said = answer && (answer.getResponseHeader ? answer.getResponseHeader("Date") : answer.headers.get("Date"));
    if (answer) confirmed = said ? new Date(said) : new Date();
    for (const line of document.querySelectorAll("[data-updated]")) {
      line.hidden = false;
      line.querySelector("time").textContent = sayTime(confirmed);
    }
  };
  showUpdateTime();

  // ------------------------------------------------------------------------------------------------------------- who I am
  // A phone that has opened a code knows its entry: public pages mark its rows, and lead back to its evening.
  const store = (action) => { try { return action(window.localStorage); } catch { return null; } };
  const own = find("[data-me]");
  if (own) store((storage) => storage.setItem(`me:${own.dataset.slug}`, own.dataset.me));
  const bar = find("[data-my-bar]");
  const me = bar && store((storage) => storage.getItem(`me:${bar.dataset.slug}`));

  // In a drawing the own match is framed, or without one those that are followed (static/follow.js): there it opens; for all others it opens
  // at the round that is being played, and when all is over at the final.
  const followed = bar && !me ? JSON.parse(store((storage) => storage.getItem(`follow:${bar.dataset.slug}`)) || "[]") : [];
  const markFollowed = () => {
    for (const number of followed) for (const box of document.querySelectorAll(`.bracket [data-entry~="${Number(number)}"]`)) box.classList.add("is-followed");
  };
  const openRound = (box) => {
    const drawing = box && box.closest(".bracket");
    if (drawing) drawing.scrollLeft += box.getBoundingClientRect().left - drawing.getBoundingClientRect().left - BESIDE_PX;
  };
  const openDrawing = () => {
    const list = (selector) => [...document.querySelectorAll(selector)].sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
    const latest = list(".bracket .is-me, .bracket .is-followed").pop();
    if (latest) latest.scrollIntoView({ block: "center", inline: "center" });
    else openRound(list(".bracket .is-to-play")[0] || list(".bracket a .box").pop());
    return Boolean(latest);
  };

  const markMe = () => {
    markFollowed();
    if (!me) return;
    for (const node of document.querySelectorAll(`[data-entry~="${Number(me)}"]`)) (node.closest("tr, li") || node).classList.add("is-me");
  };
  if (me) {
    bar.hidden = false;
    for (const link of bar.querySelectorAll("[data-my-page]")) link.href = link.dataset.myPage.replace(/0\/$/, `${Number(me)}/`);
  }
  markMe();
  const first = find("main .is-me");
  if (!location.hash && !find(".evening") && !openDrawing() && first) first.scrollIntoView({ block: "center" });
  document.addEventListener("htmx:afterSettle", markMe);
  document.addEventListener("match:replaced", markMe);
})();
