"use strict";
/* Written by `python -m config.phone_files` from the files beside this folder: change those. */
try {
(() => {
const networkBanner = document.getElementById("network-banner");
const answerBanner = document.getElementById("answer-banner");
const PROBE_MS = 4000;
let unsent = null; // what to do again once the desk answers
const show = (banner, visible) => { if (banner) banner.hidden = !visible; };
const deskAnswers = async () => {
const patience = new AbortController();
const end = setTimeout(() => patience.abort(), PROBE_MS);
try {
const answer = await fetch("/healthz", { cache: "no-store", signal: patience.signal });
return answer.status > 0;
} catch {
return false;
} finally {
clearTimeout(end);
}
};
const lose = (again) => {
unsent = again || unsent;
show(networkBanner, true);
setStates("unsent");
};
const tryAgain = async () => {
if (!(await deskAnswers())) return;
show(networkBanner, false);
const again = unsent;
unsent = null;
if (again) again();
};
const resend = (form, submitter) => () => {
form.dataset.probed = "yes";
if (form.requestSubmit) { form.requestSubmit(submitter || undefined); return; }
submitOnOldPhone(form, submitter);
};
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
const DOUBLE_MS = 2000;
let lastPressed = null; // what a browser without event.submitter does not say
document.addEventListener("click", (event) => { lastPressed = event.target.closest("button, input[type='submit']"); }, true);
document.addEventListener("submit", async (event) => {
const form = event.target;
const plain = form.method === "post" && !(window.htmx && form.hasAttribute("hx-post")) && !form.closest("[hx-boost]");
if (!plain || event.defaultPrevented) return;
if (form.dataset.probed) { delete form.dataset.probed; markSent(form); return; }
event.preventDefault();
if (Date.now() - Number(form.dataset.sentAt || 0) < DOUBLE_MS) return;
form.dataset.sentAt = Date.now();
const again = resend(form, event.submitter || (lastPressed && lastPressed.form === form ? lastPressed : null));
if (await deskAnswers()) again(); else { delete form.dataset.sentAt; lose(again); }
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
lose(element.matches("form") ? () => window.htmx.trigger(element, "submit") : null); // only htmx sends this event
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
document.addEventListener("htmx:beforeRequest", (event) => {
const element = event.detail.elt;
if (!element.hasAttribute("data-poll")) return;
const typing = element.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
if (document.hidden || typing) event.preventDefault();
});
const setState = (form, state) => {
for (const line of form.querySelectorAll("[data-saving-state]")) {
for (const text of line.querySelectorAll("[data-state]")) text.hidden = text.dataset.state !== state;
const clock = line.querySelector("[data-state='saved'] time");
if (state === "saved" && clock) clock.textContent = new Date().toTimeString().slice(0, 8);
}
};
const setStates = (state) => document.querySelectorAll("form").forEach((form) => setState(form, state));
const draftKey = (form) => `draft:${form.dataset.draft}`;
const draftFields = (form) => [...form.elements].filter(
(field) => field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type));
const valueOf = (field) => (["checkbox", "radio"].includes(field.type) ? field.checked : field.value);
const store = (action) => { try { return action(window.localStorage); } catch { return null; } };
const keepDraft = (form) => {
const values = draftFields(form).map((field) => [field.name, field.type === "radio" ? field.value : "", valueOf(field)]);
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
const markSent = (form) => {
setState(form, "sending");
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
if (form.dataset.draft) keepDraft(form);
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
const summary = document.querySelector(".error-summary");
if (summary) summary.focus();
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
document.addEventListener("keydown", (event) => {
const step = event.key === "F9" && (document.querySelector("[data-advance]:not(.next-line *)") || document.querySelector(".next-line a"));
if (!step) return;
event.preventDefault();
step.click();
});
const here = document.querySelector(".site-nav [aria-current]");
const bar = here && here.closest("ul");
if (bar && bar.scrollWidth > bar.clientWidth) bar.scrollLeft = here.offsetLeft - bar.offsetLeft - (bar.clientWidth - here.offsetWidth) / 2;
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
} catch (error) { setTimeout(() => { throw error; }); }
try {
(() => {
const STAMP_MS = 1000;
const PATIENT_MS = 3000; // after ten quiet minutes
const QUIET_MS = 600000;
const USUAL_MS = 8000;
const MOST_READ_OUT = 3;
const find = (selector) => document.querySelector(selector);
const polled = () => [...document.querySelectorAll("[data-poll]")];
const isTyping = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
const replace = (part, text) => {
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
if (isTyping(part) || !part.dispatchEvent(event)) return;
try {
const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
const text = await answer.text();
if (answer.ok && text !== part.dataset.text) { replace(part, text); polled().forEach((next) => { next.dataset.text = text; }); }
stampTime();
} catch {
}
};
const refreshAll = () => { if (!document.hidden) polled().forEach(refresh); };
document.addEventListener("visibilitychange", refreshAll);
window.addEventListener("pageshow", (event) => { if (event.persisted) refreshAll(); });
if (!window.htmx) setInterval(refreshAll, USUAL_MS);
let lastChange = Date.now();
const lookAtStamp = async () => {
const part = find("[data-stamp-url]");
let pause = Date.now() - lastChange > QUIET_MS ? PATIENT_MS : STAMP_MS;
if (part && !document.hidden) {
try {
const answer = await fetch(part.dataset.stampUrl, { cache: "no-store", credentials: "omit" });
const stamp = answer.ok ? await answer.text() : "";
if (stamp && stamp !== part.dataset.stamp && document.contains(part)) { lastChange = Date.now(); refresh(part); pause = STAMP_MS; }
} catch {
pause = PATIENT_MS;
}
}
setTimeout(lookAtStamp, pause);
};
setTimeout(lookAtStamp, STAMP_MS);
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
return { rows, href: focused && focused.getAttribute("href"), region: focused && focused.getAttribute("aria-label"), left: [...part.querySelectorAll("[tabindex='0']")].map((box) => box.scrollLeft) };
};
const readOut = (texts) => {
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
const compare = (before, part) => {
if (!part) return;
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
let before = null;
document.addEventListener("htmx:beforeSwap", (event) => {
const { target, xhr } = event.detail;
if (!target.hasAttribute("data-poll") || event.detail.requestConfig.verb !== "get") return;
stampTime();
if (target.dataset.text === xhr.responseText) { event.detail.shouldSwap = false; return; }
before = { id: target.id, text: xhr.responseText, seen: remember(target) };
});
document.addEventListener("htmx:afterSettle", (event) => {
const part = before && document.getElementById(before.id);
if (!part || event.detail.elt.id !== before.id) return;
part.dataset.text = before.text;
compare(before.seen, part);
before = null;
});
const stampTime = () => {
for (const time of document.querySelectorAll("[data-updated] time")) time.textContent = new Date().toTimeString().slice(0, 5);
};
const store = (action) => { try { return action(window.localStorage); } catch { return null; } };
const own = find("[data-me]");
if (own) store((storage) => storage.setItem(`me:${own.dataset.slug}`, own.dataset.me));
const bar = find("[data-my-bar]");
const me = bar && store((storage) => storage.getItem(`me:${bar.dataset.slug}`));
const markMe = () => {
if (!me) return;
for (const node of document.querySelectorAll(`[data-entry~="${Number(me)}"]`)) (node.closest("tr, li") || node).classList.add("is-me");
};
if (me) {
bar.hidden = false;
for (const link of bar.querySelectorAll("[data-my-page]")) link.href = link.dataset.myPage.replace(/0\/$/, `${Number(me)}/`);
markMe();
const first = find("main .is-me");
if (first && !location.hash) first.scrollIntoView({ block: "center" });
}
document.addEventListener("htmx:afterSettle", markMe);
document.addEventListener("match:replaced", markMe);
})();
} catch (error) { setTimeout(() => { throw error; }); }
try {
(() => {
const find = (selector) => document.querySelector(selector);
const visible = (element) => element && element.offsetParent !== null;
const complete = (box) => {
const partner = box.form && box.dataset.partner && box.form.elements[box.dataset.partner];
if (!partner || partner.value !== "") return;
const typed = Number.parseInt(box.value, 10);
const rest = Number(box.dataset.together) - typed;
partner.placeholder = /^\d+$/.test(box.value) && rest >= 0 ? String(rest) : "";
};
const compare = (box) => {
const differs = box.value !== "" && !box.dataset.stands.toUpperCase().startsWith(box.value.toUpperCase());
box.closest(".box").classList.toggle("has-errors", differs);
};
document.addEventListener("input", (event) => {
if (event.target.matches("[data-partner]:not([data-grid] *)")) complete(event.target);
if (event.target.matches("[data-stands]")) compare(event.target);
});
const swap = (form) => {
for (const box of form.querySelectorAll("[data-partner]")) {
const partner = form.elements[box.dataset.partner];
if (box.name >= partner.name) continue;
[box.value, partner.value] = [partner.value, box.value];
box.placeholder = partner.placeholder = "";
complete(box.value ? box : partner);
}
};
const begin = () => {
const typed = document.activeElement;
if (typed && typed.matches("[data-go]") && typed.value) return; // the next command is being typed
const box = find("[data-entry] [autofocus]") || find("[data-sure]") || find("[data-confirm]") || find("[data-go]");
if (box) box.focus({ preventScroll: true });
const answer = find("#answer");
if (answer) answer.scrollIntoView({ block: "nearest" });
};
document.addEventListener("focusin", (event) => {
if (event.target.matches("[data-entry] input:not([type='radio'], [type='checkbox'])")) event.target.select();
});
document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") begin(); });
const follow = (selector) => { const link = find(selector); if (visible(link)) link.click(); };
const press = (selector) => () => follow(selector);
const help = () => { const keys = find("[data-help]"); if (keys) { keys.open = !keys.open; keys.scrollIntoView({ block: "nearest" }); } };
const escape = () => {
if (find("[data-cancel]")) { follow("[data-cancel]"); return; }
const form = find("[data-entry]");
const written = form && [...form.querySelectorAll("input[data-partner]")].some((box) => box.value);
if (!written) { KEYS.t(); return; }
form.reset();
for (const box of form.querySelectorAll("[data-partner]")) { box.value = ""; box.placeholder = ""; }
begin();
};
const KEYS = {
n: () => follow(find("#match [data-next]") ? "#match [data-next]" : "[data-next]"),
t: () => { const box = find("[data-go]"); if (box) { box.focus(); box.select(); } },
x: () => { const form = find("[data-entry]"); if (form) swap(form); },
a: () => follow(find("[data-apply]") ? "[data-apply]" : "[data-repair]"),
c: () => { if (find("[data-confirm]")) follow("[data-confirm]"); else document.dispatchEvent(new CustomEvent("desk:confirm")); },
u: press("[data-undo]"),
"?": help,
Escape: escape,
};
const isCommand = (target) => {
if (!target.matches("input, select, textarea")) return true;
if (!target.closest("[data-entry]")) return false;
return target.matches("[type='radio'], [type='checkbox']") || target.inputMode === "numeric";
};
document.addEventListener("keydown", (event) => {
if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
const action = KEYS[event.key];
if (!action || (event.key !== "Escape" && !isCommand(event.target))) return;
event.preventDefault();
action();
});
document.addEventListener("click", (event) => {
const button = event.target.closest("[data-swap]");
if (!button) return;
event.preventDefault();
swap(button.form);
});
begin();
})();
} catch (error) { setTimeout(() => { throw error; }); }
try {
(() => {
const touch = "ontouchstart" in window || navigator.maxTouchPoints > 0;
const form = () => document.querySelector("#match form[data-keypad-form]");
const boxesOf = (entry) => [...entry.querySelectorAll("input[data-keys]")];
const keysOf = (box) => JSON.parse(box.dataset.keys);
const find = (entry, selector) => entry.querySelector(selector);
let active = null; // the box that the keys write
let fresh = true; // the next digit replaces what stands there
const tell = (box) => box.dispatchEvent(new Event("input", { bubbles: true }));
const partnerOf = (box) => (box.dataset.partner && box.form.elements[box.dataset.partner]) || null;
const count = (text) => (/^\d+$/.test(text) ? Number(text) : null);
const announce = (entry) => {
const button = find(entry, "[data-send-button]");
const words = find(entry, "[data-keypad-words]");
entry.classList.toggle("is-ready", boxesOf(entry).some((box) => box.value !== "" && box.value !== box.defaultValue));
if (!button || !words || entry.querySelector("[name='sure']")) return;
button.dataset.usual = button.dataset.usual || button.textContent;
const own = boxesOf(entry).find((box) => box.value !== "" && box.dataset.together && partnerOf(box));
const [typed, rest] = own ? [count(own.value), Number(own.dataset.together) - count(own.value)] : [null, null];
if (typed === null || rest < 0) { button.textContent = button.dataset.usual; return; }
const partner = partnerOf(own);
const other = count(partner.value) === null ? rest : count(partner.value);
const isOurs = own.name.endsWith(`_${entry.dataset.own}`);
const [we, they] = isOurs ? [typed, other] : [other, typed];
button.textContent = `${words.dataset.we} ${we} – ${words.dataset.they} ${they} · ${words.dataset.send}`;
};
const button = (value, text, label) => {
const key = document.createElement("button");
key.type = "button";
key.className = "key";
key.dataset.key = value;
key.textContent = text;
if (label) key.setAttribute("aria-label", label);
return key;
};
const draw = (entry) => {
const pad = find(entry, "[data-keypad]");
pad.hidden = !active;
if (!active) return;
const keys = keysOf(active);
const words = find(entry, "[data-keypad-words]").dataset;
const digits = keys === "digits";
const list = digits ? [..."123456789"].map((digit) => button(digit, digit)) : keys.map(([value, text]) => button(value, text));
if (digits) list.push(active.dataset.minus ? button("minus", "±") : button("clear", "C", words.delete), button("0", "0"), button("back", "⌫", words.delete));
if (active.dataset.thirds) list.push(button("third1", "⅓"), button("third2", "⅔"));
pad.className = `keypad ${digits ? "is-digits" : keys.some(([, text]) => text.length > 3) ? "is-words" : keys.length > 12 ? "is-many" : ""}`;
pad.setAttribute("role", "group");
pad.setAttribute("aria-label", active.dataset.name);
while (pad.firstChild) pad.removeChild(pad.firstChild);
for (const key of list) {
key.setAttribute("aria-pressed", String(key.dataset.key === active.value));
pad.appendChild(key);
}
for (const box of boxesOf(entry)) box.classList.toggle("is-active", box === active);
};
const activate = (box) => {
active = box;
fresh = true;
if (box) draw(box.form);
};
const nextNeeded = (entry) => boxesOf(entry).find((box) => box !== active && box.dataset.needed && box.value === ""
&& !(partnerOf(box) && partnerOf(box).value !== "" && box.dataset.together));
const DIGIT = /^\d$/;
const press = (key) => {
const entry = active.form;
const whole = active.value.replace(/ .*/, "");
const digits = keysOf(active) === "digits";
if (key === "back") active.value = active.value.slice(0, -1);
else if (key === "clear") active.value = "";
else if (key === "minus") active.value = active.value.startsWith("-") ? active.value.slice(1) : `-${active.value}`;
else if (key === "third1" || key === "third2") active.value = `${whole || "0"} ${key === "third1" ? "1/3" : "2/3"}`;
else if (digits && DIGIT.test(key) && !fresh) active.value += key;
else active.value = key;
fresh = false;
const partner = partnerOf(active);
if (partner && active.dataset.together && partner.dataset.following) { partner.value = ""; delete partner.dataset.following; }
tell(active);
const next = digits || key.startsWith("third") ? null : nextNeeded(entry);
if (next) activate(next);
draw(entry);
if (navigator.vibrate) navigator.vibrate(8);
};
const begin = () => {
const entry = form();
active = null;
if (!entry) return;
const boxes = boxesOf(entry);
for (const box of boxes) if (touch) box.setAttribute("inputmode", "none");
const wrong = find(entry, ".has-errors input[data-keys]");
const first = boxes.find((box) => box.dataset.needed && box.value === "") || boxes.find((box) => box.name.endsWith(`_${entry.dataset.own}`)) || boxes[0];
activate(wrong || first || null);
announce(entry);
};
document.addEventListener("click", (event) => {
const key = event.target.closest("[data-keypad] [data-key]");
if (key && active) press(key.dataset.key);
});
document.addEventListener("focusin", (event) => { if (event.target.matches("#match input[data-keys]")) activate(event.target); });
document.addEventListener("input", (event) => {
const entry = event.target.form;
if (!entry || !entry.matches("[data-keypad-form]")) return;
if (event.target === active) draw(entry);
announce(entry);
});
document.addEventListener("match:replaced", begin);
document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") begin(); });
document.addEventListener("DOMContentLoaded", begin);
if (document.readyState !== "loading") begin();
})();
} catch (error) { setTimeout(() => { throw error; }); }
try {
(() => {
const store = (action) => { try { return action(window.localStorage); } catch { return null; } };
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
} catch (error) { setTimeout(() => { throw error; }); }
