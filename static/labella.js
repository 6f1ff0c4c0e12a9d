"use strict";
/* What pages gain by script: nothing typed is lost when the network is, and everybody is told.
   Loaded by base.html and visitors/phones/base.html. Without it every page works. */

(() => {
  const networkBanner = document.getElementById("network-banner");
  const answerBanner = document.getElementById("answer-banner");
  const PROBE_MS = 4000;
  let unsent = null; // what to do again once the desk answers

  // Of a row of links that is wider than the phone the current one is in view.
  for (const link of document.querySelectorAll(".site-nav [aria-current], .round-tabs [aria-current]")) {
    const row = [link.closest("ul"), link.closest("nav")].find((box) => box && box.scrollWidth > box.clientWidth);
    if (row) row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - (row.clientWidth - link.offsetWidth) / 2;
  }

  // ------------------------------------------------------------------------------------------------------------ network
  const show = (banner, visible) => { if (banner) banner.hidden = !visible; };

  // Without AbortSignal.timeout, which phones of 2021 lack: to them the desk would never answer, and no form would leave.
  const deskAnswers = async () => {
    const patience = window.AbortController ? new AbortController() : null;
    const end = setTimeout(() => patience && patience.abort(), PROBE_MS);
    try {
      const answer = await fetch("/healthz", { cache: "no-store", signal: patience ? patience.signal : undefined });
      return answer.status > 0;
    } catch {
      return false;
    } finally {
      clearTimeout(end);
    }
  };

  // At a table every page has forms: only what was pressed waits there, and only a form in which something stands says that it is kept.
  const atTable = document.body.classList.contains("at-table");
  /** @param {(() => void) | null} again @param {boolean} [pressed] @param {PageElement | null} [sent] @returns {void} */
  const lose = (again, pressed = Boolean(again), sent = null) => {
    unsent = again || unsent;
    const place = (atTable ? pressed || unsent : document.querySelector("main form[method='post']")) ? "writing" : "reading"; // who only reads has nothing that was not sent
    for (const text of networkBanner ? networkBanner.querySelectorAll("[data-offline]") : []) text.hidden = text.dataset.offline !== place;
    show(networkBanner, true);
    if (atTable && pressed) window.scrollTo(0, 0); // the line stands there, above all that can be pressed
    for (const form of document.querySelectorAll("form")) if (!atTable || form === sent || draftFields(form).some(differs)) setState(form, "unsent");
  };

  const tryAgain = async () => {
    if (!(await deskAnswers())) return;
    show(networkBanner, false);
    const again = unsent;
    unsent = null;
    if (again) again();
  };

  const LEAVING_MS = 30000; // until a page whose loading somebody has stopped lets its forms go again
  /** @param {PageElement} form @param {PageElement | null} submitter @param {boolean} busy @returns {void} */
  const setBusy = (form, submitter, busy) => {
    for (const element of [form, submitter]) {
      if (element && busy) element.setAttribute("aria-busy", "true"); else if (element) element.removeAttribute("aria-busy");
    }
  };

  const resend = (form, submitter) => () => {
    const staysHere = form.target === "_blank";
    setBusy(form, submitter, !staysHere);
    if (!staysHere) setTimeout(setBusy, LEAVING_MS, form, submitter, false);
    form.dataset.sentAt = Date.now();
    form.dataset.probed = "yes";
    if (form.requestSubmit) { form.requestSubmit(submitter || undefined); return; }
    submitOnOldPhone(form, submitter);
  };

  // Safari before 16 and Chrome before 76 have no requestSubmit: the button's own value goes along in a hidden field.
  const submitOnOldPhone = (form, submitter) => {
    if (!form.noValidate && !(submitter && submitter.formNoValidate) && !form.reportValidity()) return;
    if (submitter && submitter.name) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: submitter.name, value: submitter.value });
      form.append(field);
    }
    if (submitter && submitter.hasAttribute("formaction")) form.action = submitter.formAction;
    markSent(form);
    HTMLFormElement.prototype.submit.call(form);
  };

  // A form that is posted into nothing would leave the browser's own error page: ask the desk first, stay here when it is silent.
  // The second click of a double click is none, nor is any until the next page is there: a desk that has much to do takes its time.
  const DOUBLE_MS = 2000;
  let lastPressed = null; // what a browser without event.submitter does not say
  document.addEventListener("click", (event) => { lastPressed = event.target.closest("button, input[type='submit']"); }, true);
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const plain = form.method === "post" && !(window.htmx && form.hasAttribute("hx-post")) && !form.closest("[hx-boost]");
    if (!plain || event.defaultPrevented) return;
    if (form.dataset.probed) { delete form.dataset.probed; markSent(form); return; }
    event.preventDefault();
    if (form.hasAttribute("aria-busy") || Date.now() - Number(form.dataset.sentAt || 0) < DOUBLE_MS) return;
    const submitter = event.submitter || (lastPressed && lastPressed.form === form ? lastPressed : null);
    const again = resend(form, submitter);
    setBusy(form, submitter, true);
    if (await deskAnswers()) { again(); return; }
    setBusy(form, submitter, false);
    lose(again, true, form);
  });
  // A page that comes out of the browser's memory is not leaving any more.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const element of document.querySelectorAll("form[aria-busy], form [aria-busy]")) setBusy(element, null, false);
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-network-retry]")) tryAgain();
    if (event.target.closest("[data-banner-close]")) show(answerBanner, false);
    const link = event.target.closest("a[href]");
    if (link && networkBanner && !networkBanner.hidden && link.origin === location.origin) {
      event.preventDefault();
      unsent = () => { location.href = link.href; };
      tryAgain();
    }
  });

  window.addEventListener("offline", () => lose(null));
  window.addEventListener("online", tryAgain);
  setInterval(() => { if (networkBanner && !networkBanner.hidden && !document.hidden) tryAgain(); }, 5000);

  const lostRequest = (event) => {
    const element = event.detail.elt;
    const isForm = element.matches("form");
    const again = isForm ? () => window.htmx.trigger(element, "submit") : null; // only htmx sends this event
    lose(again, isForm || (event.detail.requestConfig || {}).verb === "post", element);
  };
  document.addEventListener("htmx:sendError", lostRequest);
  document.addEventListener("htmx:timeout", lostRequest);
  const showTrouble = (status) => {
    const reason = status === 507 ? "507" : "";
    for (const advice of answerBanner ? answerBanner.querySelectorAll("[data-advice]") : []) advice.hidden = advice.dataset.advice !== reason;
    show(answerBanner, true);
    setStates("unsent");
  };
  document.addEventListener("htmx:responseError", (event) => showTrouble(event.detail.xhr.status));
  document.addEventListener("desk:lost", (event) => lose(event.detail.again));
  document.addEventListener("desk:trouble", (event) => showTrouble(event.detail.status));
  document.addEventListener("desk:answered", () => { show(networkBanner, false); show(answerBanner, false); });
  document.addEventListener("desk:state", (event) => setState(event.detail.form, event.detail.state));
  document.addEventListener("htmx:afterOnLoad", (event) => { show(networkBanner, false); if (event.detail.successful) show(answerBanner, false); });

  // A page that nobody looks at, or in which somebody is typing, is not replaced. That of a table keeps its form by itself (static/table.js).
  document.addEventListener("htmx:beforeRequest", (event) => {
    const element = event.detail.elt;
    if (!element.hasAttribute("data-poll")) return;
    const typing = !element.hasAttribute("data-outbox") && element.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
    if (document.hidden || typing) event.preventDefault();
  });

  // ------------------------------------------------------------------------------------------------- words of saving, drafts
  const setState = (form, state) => {
    for (const line of form.querySelectorAll("[data-saving-state]")) {
      for (const text of line.querySelectorAll("[data-state]")) text.hidden = text.dataset.state !== state;
      const clock = line.querySelector("[data-state='saved'] time");
      if (state === "saved" && clock) clock.textContent = new Date().toLocaleTimeString("en-GB", { timeZone: document.body.dataset.zone });
    }
  };
  const setStates = (state) => document.querySelectorAll("form").forEach((form) => setState(form, state));

  const draftKey = (form) => `draft:${form.dataset.draft}`;
  const draftFields = (form) => [...form.elements].filter(
    (field) => field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type));
  const valueOf = (field) => (["checkbox", "radio"].includes(field.type) ? field.checked : field.value);

  const store = (action) => { try { return action(window.localStorage); } catch { return null; } };

  const keepDraft = (form) => {
    const values = draftFields(form).map((field) => [field.name, ["checkbox", "radio"].includes(field.type) ? field.value : "", valueOf(field)]);
    store((storage) => storage.setItem(draftKey(form), JSON.stringify(values)));
  };

  const restoreDraft = (form) => {
    const text = store((storage) => storage.getItem(draftKey(form)));
    if (!text || form.querySelector(".error-summary, .has-errors")) return;
    let changed = false;
    for (const [name, choice, value] of JSON.parse(text)) {
      const field = draftFields(form).find((one) => one.name === name && (one.type !== "radio" || one.value === choice));
      if (!field || valueOf(field) === value) continue;
      if (typeof value === "boolean") field.checked = value; else field.value = value;
      changed = true;
    }
    if (changed) setState(form, "restored");
  };

  const dropDraft = (form) => store((storage) => storage.removeItem(draftKey(form)));

  // ------------------------------------------------------------------------------------------------------ the browser's own Back
  // The answer to a form gets an address that can be asked for, so that nothing is sent twice by going back or loading the page again.
  // What was typed goes along with the address. Browsers do so by themselves, but lay it over what somebody has changed meanwhile: where a
  // form says what it was typed for, they leave it to this page (`autocomplete`).
  const { answer } = document.documentElement.dataset;
  const postForms = () => [...document.querySelectorAll("main form[method='post']:not([hx-post])")];
  const findRefusedForm = () => {
    const forms = postForms().filter((form) => draftFields(form).length);
    return forms.find((form) => form.querySelector("[aria-invalid='true']")) || forms[0];
  };
  // Hidden fields: the key of a form that must not be carried out twice goes back with what was typed, until something else is typed; all
  // others say what the form was typed for (a page's version, a row). Where they have changed meanwhile, the page shows what is stored now.
  // The last line of the cash book is that of the page that is looked at: an amount is not typed for a line.
  const OF_THE_PAGE = ["csrfmiddlewaretoken", "next", "last_line"];
  const hiddenFields = (form) => [...form.elements].filter(({ name, type }) => type === "hidden" && !OF_THE_PAGE.includes(name));
  const rememberTyped = (form, address) => {
    const fields = draftFields(form).filter((field) => field.autocomplete !== "one-time-code").map((field) => [field.name, field.value, valueOf(field)]);
    if (!fields.length) return; // a button by itself
    const hidden = hiddenFields(form).map(({ name, value }) => [name, value]);
    const typed = { place: postForms().indexOf(form), action: form.action, fields, hidden };
    try { history.replaceState({ ...history.state, typed }, "", address); } catch { /* longer than the browser keeps */ }
  };
  /** @param {{place: number, action: string, fields: [string, string, any][], hidden: [string, string][]}} typed @returns {void} */
  const restoreTyped = ({ place, action, fields, hidden }) => {
    const fits = (form) => form && form.action === action && draftFields(form).some(({ name }) => fields.some((typed) => typed[0] === name))
      && hiddenFields(form).every((field) => field.name === "key" || hidden.every(([name, value]) => name !== field.name || value === field.value));
    const forms = postForms();
    const form = [forms[place], ...forms].find(fits);
    if (!form) return;
    for (const field of draftFields(form)) {
      const isChoice = ["checkbox", "radio"].includes(field.type);
      const stored = fields.find(([name, value]) => name === field.name && (!isChoice || value === field.value));
      if (stored && isChoice) field.checked = stored[2]; else if (stored) field.value = stored[2];
    }
    const [, key] = hidden.find(([name]) => name === "key") || [];
    if (!key || !form.elements.key) return;
    form.dataset.freshKey = form.elements.key.value;
    form.elements.key.value = key;
  };
  const beginTyped = () => {
    for (const form of postForms()) if (hiddenFields(form).length) form.autocomplete = "off";
    const { typed } = history.state || {};
    const form = findRefusedForm();
    if (answer && form) rememberTyped(form, answer);
    else if (answer) history.replaceState(history.state, "", answer);
    else if (typed) restoreTyped(typed);
  };

  // The page that follows a plain form tells whether it was taken: a page with the same form and its errors keeps the draft.
  const markSent = (form) => {
    setState(form, "sending");
    rememberTyped(form);
    if (form.dataset.draft) store(() => window.sessionStorage.setItem("sent", form.dataset.draft));
  };
  const settleSent = () => {
    const key = store(() => window.sessionStorage.getItem("sent"));
    if (!key) return;
    store(() => window.sessionStorage.removeItem("sent"));
    const refused = document.querySelector(".trouble, .error-summary");
    if (!refused) store((storage) => storage.removeItem(`draft:${key}`));
  };

  const begin = (root) => root.querySelectorAll("form[data-draft]").forEach(restoreDraft);

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form) return;
    setState(form, "typing");
    if (form.dataset.freshKey) form.elements.key.value = form.dataset.freshKey;
    if (form.dataset.draft) keepDraft(form);
    if (answer) rememberTyped(form);
  });
  document.addEventListener("htmx:beforeSend", (event) => { if (event.detail.elt.matches("form")) setState(event.detail.elt, "sending"); });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = (event.detail.requestConfig || {}).elt; // the form that was sent; it may have made room for a new one already
    if (!form || !form.matches("form") || !event.detail.successful || event.detail.xhr.status >= 300) return;
    setState(form, "saved");
    if (form.dataset.draft) dropDraft(form);
  });
  document.addEventListener("htmx:load", (event) => begin(event.detail.elt));

  settleSent();
  begin(document);
  beginTyped();
  const summary = document.querySelector(".error-summary");
  if (summary) summary.focus();

  // ------------------------------------------------------------------------------- what of a form differs from what it came with
  const differs = (field) => {
    if (["checkbox", "radio"].includes(field.type)) return field.checked && !field.defaultChecked || field.type === "checkbox" && field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return [...field.options].some((option) => option.selected !== option.defaultSelected);
    return field.value !== field.defaultValue;
  };
  document.addEventListener("input", (event) => {
    const part = event.target.closest("[data-compare]");
    if (!part) return;
    const fields = [...part.querySelectorAll(".field")].filter((field) => [...field.querySelectorAll("input, select, textarea")].some(differs));
    const textOf = (node) => (node ? node.textContent.trim() : "");
    const titleOf = (field, tags) => field.querySelector(tags) || { firstChild: null };
    const names = fields.map((field) => textOf(titleOf(field, "legend, label").firstChild) || textOf(field.querySelector("label")));
    part.querySelector("[data-same]").hidden = names.length > 0;
    part.querySelector("[data-changed]").hidden = names.length === 0;
    part.querySelector("[data-names]").textContent = names.join(", ");
  });

  // ------------------------------------------------------------------------------------------------- the next step, on every page
  document.addEventListener("keydown", (event) => {
    const step = event.key === "F9" && (document.querySelector("[data-advance]:not(.next-line *)") || document.querySelector(".next-line a"));
    if (!step) return;
    event.preventDefault();
    step.click();
  });

  // -------------------------------------------------------------------------------------------------- where one is, in view
  const here = document.querySelector(".site-nav [aria-current]");
  const bar = here && here.closest("ul");
  if (bar && bar.scrollWidth > bar.clientWidth) bar.scrollLeft = here.offsetLeft - bar.offsetLeft - (bar.clientWidth - here.offsetWidth) / 2;

  // --------------------------------------------------------------------------------------------------------------- clock
  // A round's clock counts down where the page without script shows its minutes.
  const WARNING_S = 300;
  const two = (number) => String(number).padStart(2, "0");

  const tick = (clock) => {
    const left = clock.querySelector("[data-left]");
    const now = Date.now();
    if (now < Date.parse(clock.dataset.starts)) return;
    const seconds = Math.round((Date.parse(clock.dataset.ends) - now) / 1000);
    left.hidden = false;
    left.textContent = seconds > 0 ? `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}` : clock.querySelector("[data-over]").textContent;
    clock.classList.toggle("is-warning", seconds > 0 && seconds <= WARNING_S);
    clock.classList.toggle("is-over", seconds <= 0);
  };

  const tickAll = () => document.querySelectorAll("[data-clock]").forEach(tick);
  setInterval(tickAll, 1000);
  document.addEventListener("htmx:load", tickAll);
})();
