"use strict";
/* The table's phone: the secret of the slip, and what was sent but not answered. Without it codes are typed, and forms work as forms do. */

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
  const place = () => (match() ? match().dataset.outbox : undefined);
  const outbox = () => `outbox:${place()}`;
  const waiting = () => JSON.parse(store((storage) => storage.getItem(outbox())) || "null");
  const settle = () => store((storage) => storage.removeItem(outbox()));
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

  const answered = (status) => status >= 200 && status < 500;
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (requestConfig.verb === "get" && elt.id === "match" && xhr.status === 404) location.reload(); // the round is closed: the slip is done
    if (requestConfig.verb !== "post" || !answered(xhr.status)) return;
    if (xhr.status < 300) window.scrollTo(0, 0); // the next hand begins at the top
    const draft = elt.dataset.draft || (waiting() || {}).draft;
    const taken = xhr.status < 300 || xhr.status === 409;
    if (taken && draft) store((storage) => storage.removeItem(`draft:${draft}`));
    settle();
    if (xhr.status === 404) location.reload();
  });

  const sendAgain = (request) => {
    say("sending");
    const values = { ...Object.fromEntries(request.fields), csrfmiddlewaretoken: token() };
    window.htmx.ajax("POST", request.path, { source: "#match", target: "#match", swap: "outerHTML", values });
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
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") noticeQuestion(); });
  document.addEventListener("match:replaced", noticeQuestion);
  noticeQuestion();

  // What was typed for a hand that the other phone entered meanwhile: the desk keeps it and shows both versions.
  const forgotten = () => {
    const begin = `draft:table-${place()}-`;
    const current = match().dataset.version;
    const keys = store((storage) => Object.keys(storage)) || [];
    for (const key of keys.filter((one) => one.startsWith(begin))) {
      const [version, kind] = key.slice(begin.length).split("-");
      if (version === current) continue;
      const typed = JSON.parse(store((storage) => storage.getItem(key)) || "[]");
      store((storage) => storage.removeItem(key));
      const fields = typed.filter(([, , value]) => value !== false && value !== "").map(([name, choice, value]) => [name, value === true ? choice || "on" : value]);
      if (kind === "hand" && fields.length && Number(version) < Number(current)) {
        return { path: "/t/match/events/", fields: [...fields, ["version", version], ["kind", kind], ["key", key]] };
      }
    }
    return null;
  };

  const resume = () => {
    if (!match()) return;
    const request = waiting() || forgotten();
    if (request) sendAgain(request);
  };

  // A page on which something is written is not replaced by a look at the desk.
  const written = () => Boolean(waiting()) || [...document.querySelectorAll("#match form[data-entry] input, #match form[data-entry] select")].some((box) => {
    if (box.type === "hidden") return false;
    if (box.type === "radio" || box.type === "checkbox") return box.checked !== box.defaultChecked;
    if (box.tagName === "SELECT") return [...box.options].some((option) => option.selected !== option.defaultSelected && option.value);
    return box.value !== box.defaultValue;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "match" && event.detail.requestConfig.verb === "get" && written()) event.preventDefault();
  });

  resume();
})();
