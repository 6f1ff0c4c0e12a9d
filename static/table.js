"use strict";
/* The table's phone: the secret of the slip, and what was sent but not answered.
   Loaded by visitors/phones/base.html. Without it codes are typed, and forms work as forms do. */

(() => {
  const store = (action) => { try { return action(window.localStorage); } catch { return null; } };

  // ------------------------------------------------------------------------------------------------------------- coming in
  // The part of the address behind # never reaches the desk; from here it goes into the form, and out of the address and the history.
  const takeSecret = () => {
    const form = document.querySelector("[data-open-table]");
    const secret = location.hash.slice(1);
    if (!form || !secret) return;
    history.replaceState(null, "", location.pathname);
    form.elements.secret.value = secret;
    form.hidden = false;
    const codes = document.querySelector("[data-codes]");
    if (codes) codes.open = false;
    form.querySelector("button").focus();
  };
  window.addEventListener("hashchange", takeSecret);
  takeSecret();

  // ---------------------------------------------------------------------------------------------------- sent, not yet answered
  // A request is written down before it leaves, with the key that the desk gave for it: sent again, it is the same request and counts once.
  const match = () => document.getElementById("match");
  // The place of the page: match, side, and who sits there. Everything is written down under it, so that nothing is taken for another place.
  const place = () => (match() ? match().dataset.outbox : undefined);
  const outbox = () => `outbox:${place()}`;
  const readStored = (key) => JSON.parse(store((storage) => storage.getItem(key)) || "null");
  const listKeys = (begin) => (store((storage) => Object.keys(storage)) || []).filter((key) => key.startsWith(begin)).sort();
  const waiting = () => readStored(outbox());
  const settle = (key = outbox()) => store((storage) => storage.removeItem(key));
  const rememberPlace = () => {
    const written = [...listKeys("outbox:"), ...listKeys("draft:table-")].join();
    for (const key of listKeys("place:")) if (!written.includes(key.slice("place:".length))) settle(key);
    if (place()) store((storage) => storage.setItem(`place:${place()}`, match().dataset.place));
  };
  const token = () => (document.querySelector("#match [name='csrfmiddlewaretoken']") || { value: "" }).value;

  const say = (state) => {
    for (const text of document.querySelectorAll("#match [data-saving-state] [data-state]")) text.hidden = text.dataset.state !== state;
  };

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, path, verb, parameters } = event.detail;
    if (verb !== "post" || !elt.matches("[data-outbox-form]")) return;
    const fields = [...Object.entries(parameters)].filter(([name]) => name !== "csrfmiddlewaretoken");
    store((storage) => storage.setItem(outbox(), JSON.stringify({ path, fields, draft: elt.dataset.draft })));
  });

  // 403 and 404: the phone is unknown now. What it wrote down waits until it has opened a code again.
  const answered = (status) => status >= 200 && status < 500 && status !== 403 && status !== 404;
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (requestConfig.verb === "get" && elt.id === "match" && xhr.status === 404) location.reload(); // the round is closed: the slip is done
    if (requestConfig.verb === "post" && (xhr.status === 403 || xhr.status === 404)) location.reload();
    if (requestConfig.verb !== "post") return;
    const key = resent || outbox();
    resent = "";
    if (!answered(xhr.status)) return;
    if (xhr.status < 300) window.scrollTo(0, 0); // the next hand begins at the top
    const draft = elt.dataset.draft || (readStored(key) || {}).draft;
    const taken = xhr.status < 300 || xhr.status === 409;
    if (taken && draft) store((storage) => storage.removeItem(`draft:${draft}`));
    settle(key);
    if (taken && requestConfig.path.includes("/accept/")) for (const typed of listKeys(`draft:table-${place()}-`)) settle(typed);
    setTimeout(resume, 0); // what else was written down
  });

  let resent = ""; // the key under which the request that is sent again is stored
  const sendAgain = (request, key) => {
    say("sending");
    resent = key;
    const values = { ...Object.fromEntries(request.fields), csrfmiddlewaretoken: token() };
    if (!window.htmx) { sendPlainly(request.path, values, key); return; }
    window.htmx.ajax("POST", request.path, { source: "#match", target: "#match", swap: "outerHTML", values });
  };

  // Without htmx, which old phones cannot read, the answer takes the place of the match as a look at the desk does (static/live.js). What
  // is not answered stays written down until the next look.
  /**
   * @param {string} path
   * @param {Record<string, string>} values
   * @param {string} key
   * @returns {Promise<void>}
   */
  const sendPlainly = async (path, values, key) => {
    try {
      const body = new URLSearchParams(values);
      const answer = await fetch(path, { method: "POST", headers: { "HX-Request": "true" }, credentials: "same-origin", body });
      const text = await answer.text();
      if (!answered(answer.status) || !text.includes("id=\"match\"")) return;
      settle(key);
      match().outerHTML = text;
    } catch {
      return;
    } finally {
      resent = "";
    }
    document.dispatchEvent(new Event("match:replaced"));
  };

  // A question of the other side is felt and stands in the title of the tab until it is answered.
  const usualTitle = document.title;
  let asked = null;
  const noticeQuestion = () => {
    const question = document.querySelector("#match [data-question]");
    document.title = question ? `● ${question.querySelector("h2").textContent.trim()}` : usualTitle;
    const key = question && question.dataset.question;
    if (key && key !== asked) {
      if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
      window.scrollTo(0, 0);
    }
    asked = key;
  };

  // Another table than before is felt, and stands above the form until somebody writes there. The phone remembers which one it showed last.
  const tableKey = () => `table:${match().dataset.slug}:${match().dataset.me}`;
  const noticeTable = () => {
    const go = document.querySelector("#match [data-go]");
    if (!go) return;
    const { go: code, table } = go.dataset;
    const last = readStored(tableKey()) || {};
    const same = last.code === code && last.table === table;
    const before = same ? last.before : last.table;
    const hasMoved = last.code === code && (!same || last.moved);
    const isFresh = match().dataset.version === "0";
    const sits = go.dataset.seated !== undefined;
    const roused = last.code === code && !same ? sits : Boolean(same && last.roused); // who sat already must go elsewhere
    const isOver = same && (last.seen || last.version !== match().dataset.version);
    const isNews = table !== "None" && (!sits || roused) && !isOver && (isFresh || hasMoved);
    const shown = { code, table, before, moved: hasMoved, roused, version: match().dataset.version, seen: !isNews };
    store((storage) => storage.setItem(tableKey(), JSON.stringify(shown)));
    go.hidden = !isNews;
    match().classList.toggle("is-going", isNews);
    match().classList.toggle("is-fresh", isFresh);
    const line = go.querySelector("[data-go-before]");
    line.hidden = !before || before === table;
    line.querySelector("strong").textContent = before || "";
    if (!isNews) return;
    document.title = `● ${go.querySelector(".moment-table").textContent.trim()}`;
    if (same) return;
    if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    window.scrollTo(0, 0);
  };
  // Whoever writes has sat down: the score takes the place again.
  const sitDown = () => {
    if (!match() || !match().classList.contains("is-going")) return;
    store((storage) => storage.setItem(tableKey(), JSON.stringify(Object.assign(readStored(tableKey()) || {}, { seen: true }))));
    match().classList.remove("is-going");
    document.querySelector("#match [data-go]").hidden = true;
    document.title = usualTitle;
  };
  document.addEventListener("input", (event) => { if (event.target.closest("#match form[data-entry]")) sitDown(); });

  const noticeAll = () => { noticeQuestion(); noticeTable(); resume(); };
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") noticeAll(); });
  document.addEventListener("match:replaced", noticeAll);
  noticeQuestion();
  noticeTable();

  // What was typed and never sent. For a hand that the other phone entered meanwhile the desk keeps it and shows both versions; for a
  // match that this phone no longer plays it is set aside, under the name of that match.
  const takeTyped = (key) => {
    const typed = readStored(key) || [];
    settle(key);
    return typed.map(([name, choice, value]) => [name, value === true ? choice : value]).filter(([, value]) => value);
  };
  const forgotten = () => {
    const current = match().dataset.version;
    for (const key of listKeys("draft:table-")) {
      const [code, side, people, version, kind] = key.slice("draft:table-".length).split("-");
      const written = `${code}-${side}-${people}`;
      const elsewhere = written !== place();
      if (!elsewhere && version === current) continue;
      const signed = store((storage) => storage.getItem(`place:${written}`));
      const fields = takeTyped(key);
      const late = elsewhere || Number(version) < Number(current);
      if (!signed || !kind || kind === "correct" || !fields.length || !late) continue;
      const about = [["place", signed], ["version", version], ["kind", kind], ["key", `typed-${code}-${side}-${version}-${kind}`]];
      const request = { path: elsewhere ? "/t/match/set-aside/" : "/t/match/events/", fields: [...fields, ...about] };
      store((storage) => storage.setItem(`outbox:${written}-typed`, JSON.stringify(request)));
      return;
    }
  };

  // Requests of this place go first, then those of places where the phone was before: the desk says what became of their matches.
  const resume = () => {
    if (!match() || resent) return;
    rememberPlace();
    if (!listKeys("outbox:").length) forgotten();
    const key = [outbox(), ...listKeys("outbox:")].find((one) => readStored(one));
    if (key) sendAgain(readStored(key), key);
  };

  // Where something is written, or two versions or a line to correct are shown, a look at the desk changes only what is around it: table,
  // round, score, question. The whole page follows once nothing can be entered here, or the phone is at another match: what was typed is kept.
  const written = () => Boolean(waiting()) || match().querySelector("form[data-entry] :focus") !== null || match().hasAttribute("data-keeps") || [...document.querySelectorAll("#match form[data-entry] input, #match form[data-entry] select")].some((box) => {
    if (box.type === "hidden") return false;
    if (box.type === "radio" || box.type === "checkbox") return box.checked !== box.defaultChecked;
    if (box.tagName === "SELECT") return [...box.options].some((option) => option.selected !== option.defaultSelected && option.value);
    return box.value !== box.defaultValue;
  });
  const keepsForm = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("match");
    const same = fresh && fresh.dataset.outbox === place() && (fresh.querySelector("form[data-entry]") || match().hasAttribute("data-keeps"));
    if (!same || !written()) return false;
    for (const part of match().querySelectorAll("[data-around]")) {
      const now = fresh.querySelector(`[data-around="${part.dataset.around}"]`);
      if (now && now.innerHTML !== part.innerHTML) part.innerHTML = now.innerHTML;
      if (window.htmx) window.htmx.process(part);
    }
    match().dataset.pollVersion = fresh.dataset.pollVersion;
    noticeTable();
    return true;
  };
  document.addEventListener("match:replacing", (event) => { if (keepsForm(event.detail.text)) event.preventDefault(); });

  resume();
})();
