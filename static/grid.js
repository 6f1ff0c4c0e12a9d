"use strict";
/* The sheet on the screen: rows are typed one after the other, a finished row is saved while the next is typed, and what is not saved yet is
   kept on this device under the key under which it will be sent. Loaded by desk/match_page/scripts.html, after row.js. Without it the row is a form. */

(() => {
  const IDLE_MS = 1500; // a finished row waits so long for a second thought
  const GAP_MS = 3000; // rows that are finished faster than this are sent together
  const MOST_ROWS = 40;
  const { boxes, isStop, stops, isEmpty, newKey, partnerOf, complete, valuesOf, setNames, isFull, holdStill } = window.sheetRow;
  /** @type {Find} */
  const find = (selector, root = document) => root.querySelector(selector);
  const grid = () => find("form[data-grid]");
  const rows = (form) => [...form.querySelectorAll("tr[data-row]")];
  const store = (action) => { try { return action(window.localStorage); } catch { return null; } };
  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const say = (form, state) => announce("desk:state", { form, state });

  let pristine = null; // the empty row as the server wrote it
  let sending = false;
  let sent = 0; // when the last request went out
  let finishing = false;
  let timer = 0;
  let lastCard = null; // a card that was full after one letter: the letters of its word follow it
  let arrived = null; // the box that the cursor went to by itself: the Tab that was meant to bring it there stays in it
  let takenBack = null;
  // ------------------------------------------------------------------------------------------------------------------ rows
  const prepare = (row) => {
    row.dataset.key = newKey();
    for (const box of boxes(row)) box.dataset.given = box.value;
  };

  /** @param {PageElement} form @param {Element} after @param {Record<string, string>} [values] @returns {PageElement} */
  const appendRow = (form, after, values = {}) => {
    const row = pristine.cloneNode(true);
    after.after(row);
    prepare(row);
    for (const box of boxes(row)) {
      box.removeAttribute("id");
      if (box.dataset.box in values) box.value = values[box.dataset.box];
    }
    const number = Number(find("[data-number]", after)?.textContent) || 0;
    find("[data-number]", row).textContent = number ? String(number + 1) : "";
    for (const other of rows(form)) { setNames(other, other === row); other.classList.toggle("is-now", other === row); }
    row.scrollIntoView({ block: "nearest" });
    return row;
  };

  const focusRow = (row, last = false) => {
    const list = stops(row).length ? stops(row) : boxes(row);
    ((last ? list.findLast((one) => one.value) : list.find((one) => !one.value)) || list[0])?.focus();
  };

  const keep = () => {
    const form = grid();
    if (!form) return;
    const kept = rows(form).filter((row) => !isEmpty(row)).map((row) => ({ key: row.dataset.key, ready: row.dataset.ready || "", values: valuesOf(row) }));
    store((storage) => (kept.length ? storage.setItem(`rows:${form.dataset.grid}`, JSON.stringify(kept)) : storage.removeItem(`rows:${form.dataset.grid}`)));
  };

  const restore = (form) => {
    const text = store((storage) => storage.getItem(`rows:${form.dataset.grid}`));
    if (!text || find(".has-errors", form)) return;
    let row = rows(form).at(-1);
    const kept = JSON.parse(text);
    kept.forEach((one, index) => {
      if (index) row = appendRow(form, row);
      row.dataset.key = one.key;
      for (const box of boxes(row)) if (box.dataset.box in one.values) { if (box.type === "checkbox") box.checked = true; else box.value = one.values[box.dataset.box]; }
      if (one.ready && index < kept.length - 1) row.dataset.ready = "1";
    });
    if (kept.length) say(form, "restored");
  };

  const finishRow = (row) => {
    const form = grid();
    row.dataset.ready = "1";
    row.classList.remove("is-refused");
    find(`tr[data-for="${row.dataset.key}"]`)?.remove();
    const after = rows(form).indexOf(row);
    const following = rows(form)[after + 1] || appendRow(form, row);
    setNames(following, true);
    focusRow(following);
    keep();
    clearTimeout(timer);
    timer = setTimeout(flush, IDLE_MS);
  };

  // ---------------------------------------------------------------------------------------------------------------- sending
  // The finished rows that wait, in their order; one that somebody insists on is sent by itself.
  const readyRows = (form) => {
    const list = rows(form);
    const end = list.findIndex((row) => !row.dataset.ready || row.dataset.sure);
    return list[0].dataset.sure ? list.slice(0, 1) : list.slice(0, end < 0 ? MOST_ROWS : Math.min(end, MOST_ROWS));
  };

  const bodyOf = (form, row) => {
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "version", "kind"]) body.set(name, form.elements[name].value);
    body.set("key", row.dataset.key);
    if (row.dataset.sure) body.set("sure", "1");
    // What was filled in beforehand is sent as it is seen: a draft of two versions must not lack it.
    for (const box of boxes(row)) if (box.type !== "checkbox" && box.value) body.set(box.dataset.box, box.value);
    for (const [name, value] of Object.entries(valuesOf(row))) body.set(name, value);
    body.set("typed", Object.keys(valuesOf(row)).join(" "));
    const following = readyRows(form).slice(1);
    if (following.length) body.set("following", JSON.stringify(following.map((one) => ({ key: one.dataset.key, boxes: valuesOf(one) }))));
    if (row === rows(form)[0]) for (const box of form.querySelectorAll("details.more [name]")) if (box.value && (box.type !== "radio" || box.checked)) body.set(box.name, box.value);
    return body;
  };

  async function flush() {
    const form = grid();
    clearTimeout(timer);
    if (!form || sending) return;
    const row = rows(form)[0];
    if (!row || !row.dataset.ready) { settle(form); return; }
    const wait = sent + GAP_MS - Date.now();
    if (wait > 0 && !finishing && !row.dataset.sure) { timer = setTimeout(flush, wait); return; }
    sending = true;
    sent = Date.now();
    say(form, "sending");
    let answer = null;
    try {
      const response = await fetch(form.action, { method: "POST", body: bodyOf(form, row), headers: { Accept: "application/json", "HX-Request": "true" } });
      if (response.status === 401) { location.href = response.headers.get("HX-Redirect") || location.href; return; }
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) { announce("desk:trouble", { status: response.status }); return; }
      answer = await response.json();
    } catch {
      announce("desk:lost", { again: flush });
      return;
    } finally {
      sending = false;
    }
    announce("desk:answered", {});
    if (form.isConnected) holdStill(() => take(form, row, answer));
  }

  const sendPlain = (form, row) => {
    for (const other of rows(form)) setNames(other, other === row);
    form.elements.key.value = row.dataset.key;
    store((storage) => storage.removeItem(`rows:${form.dataset.grid}`));
    form.submit();
  };

  /** @param {PageElement} form @param {PageElement} row @param {RowAnswer} answer @returns {void} */
  const take = (form, row, answer) => {
    if (answer.go) { row.remove(); keep(); location.href = answer.go; return; } // the rows below wait on this device
    if (answer.plain) { sendPlain(form, row); return; }
    document.querySelectorAll("#match input[name='version']").forEach((field) => { field.value = String(answer.version); });
    find("#match").dataset.version = String(answer.version);
    const focused = answer.rows.filter((html) => replaceFirst(form, html)).length > 0;
    const current = rows(form)[0] || appendRow(form, find("[data-rows]", form).lastElementChild);
    if (answer.rows.length) { renumber(form, answer.next); showScore(answer.score); }
    if (!answer.saved) { refuse(form, current, answer); return; }
    if (answer.game) current.insertAdjacentHTML("beforebegin", answer.game);
    say(form, "saved");
    keep();
    if (focused || document.activeElement === document.body) focusRow(current);
    if (answer.decided) decide(form, answer); else flush();
  };

  // The first row that was typed becomes what was saved of it; true when the cursor was in it.
  const replaceFirst = (form, html) => {
    const row = rows(form)[0];
    find(`tr[data-for="${row.dataset.key}"]`)?.remove();
    if (row.previousElementSibling?.matches(".grid-game")) row.previousElementSibling.remove();
    row.insertAdjacentHTML("beforebegin", html);
    const focused = row.contains(document.activeElement);
    row.remove();
    return focused;
  };

  const showScore = (html) => {
    find(".score.card")?.replaceWith(...new DOMParser().parseFromString(html, "text/html").body.children);
    document.querySelectorAll("[data-undo]").forEach((button) => { button.hidden = false; });
  };

  const renumber = (form, next) => {
    rows(form).forEach((row, index) => {
      find("[data-number]", row).textContent = index && rows(form)[0] ? next.number + index : next.number;
      if (index) return;
      for (const box of boxes(row)) {
        if (box.value !== box.dataset.given) continue;
        box.value = box.dataset.given = next.boxes[box.dataset.box] ?? "";
      }
    });
  };

  // The match is decided: an empty row goes, what else was typed is asked about by the server's next answer.
  const decide = (form, answer) => {
    takeConfirmation(form);
    const rest = rows(form).filter((row) => !isEmpty(row));
    if (rest.length) { flush(); return; }
    form.dataset.decided = "1";
    if (finishing && answer.confirm) announce("desk:sign", { url: answer.confirm, version: answer.version });
    else announce("desk:open", { url: location.pathname, confirm: finishing });
    finishing = false;
  };

  // A “c” that came before the answer to the last row was meant to confirm: no hand follows a decided match.
  const takeConfirmation = (form) => {
    const [row, ...others] = rows(form).filter((one) => !isEmpty(one));
    if (!row || others.length || !/^\s*c\s*$/i.test(Object.values(valuesOf(row)).join(""))) return;
    for (const box of boxes(row)) if (box.type !== "checkbox") box.value = box.dataset.given ?? "";
    finishing = true;
    keep();
  };

  /** @param {PageElement} form @param {PageElement} row @param {RowAnswer} answer @returns {void} */
  const refuse = (form, row, answer) => {
    find(`tr[data-for="${row.dataset.key}"]`)?.remove();
    delete row.dataset.ready;
    finishing = false;
    row.classList.add("is-refused");
    for (const box of boxes(row)) box.closest("td").classList.toggle("has-errors", (answer.fields || []).includes(box.dataset.box));
    row.insertAdjacentHTML("afterend", answer.message);
    const message = row.nextElementSibling;
    message.dataset.for = row.dataset.key;
    [...message.querySelectorAll("[data-repair], [data-insist]")].slice(0, 3).forEach((button, index) => {
      button.dataset.f = `F${index + 2}`;
      const key = find("[data-key]", button);
      if (key) key.textContent = button.dataset.f;
    });
    say(form, "unsaved");
    keep();
  };

  const settle = (form) => {
    if (!finishing || rows(form).some((row) => row.classList.contains("is-refused"))) return;
    finishing = false;
    announce("desk:undecided", {});
  };

  const repair = (button) => {
    const message = button.closest("tr");
    const row = message.previousElementSibling;
    if (button.hasAttribute("data-plain")) { sendPlain(grid(), row); return; }
    if (button.hasAttribute("data-insist")) row.dataset.sure = "1";
    for (const [name, value] of new URLSearchParams(button.dataset.repair || "")) {
      const box = boxes(row).find((one) => one.dataset.box === name);
      if (box) box.value = value;
    }
    row.dataset.key = newKey();
    row.dataset.ready = "1";
    row.classList.remove("is-refused");
    message.remove();
    const last = rows(grid()).at(-1);
    if (!row.contains(document.activeElement) && !last.contains(document.activeElement)) focusRow(last);
    if (last === row) focusRow(appendRow(grid(), row)); else focusRow(last);
    keep();
    flush();
  };

  // ------------------------------------------------------------------------------------------------------------------- keys
  const automatic = () => store((storage) => storage.getItem("grid:steps")) !== "off";
  const nextStop = (box) => {
    const row = box.closest("tr");
    const list = stops(row);
    const skipped = partnerOf(box);
    return list.slice(list.indexOf(box) + 1).find((one) => one !== skipped && !one.value && !(one.dataset.partner && partnerOf(one)?.value));
  };

  // Asked for by a space, or because the box is full.
  const step = (box) => {
    const next = nextStop(box);
    lastCard = box.dataset.card ? box : null;
    if (next) next.focus(); else if (stops(box.closest("tr")).every((one) => one.value || partnerOf(one)?.value)) finishRow(box.closest("tr"));
  };

  const afterTyping = (box) => {
    complete(box);
    keep();
    const others = rows(grid());
    if (box.closest("tr") !== others[0] && others[0].dataset.ready) flush();
    if (automatic() && isStop(box) && isFull(box)) { step(box); arrived = document.activeElement; }
  };

  const enter = (box) => {
    const row = box.closest("tr");
    if (!isEmpty(row)) { finishRow(row); flush(); return; }
    if (grid().dataset.decided) { announce("desk:confirm", {}); return; }
    finishing = true;
    flush();
  };

  const sign = (box, key) => {
    const target = boxes(box.closest("tr")).find((one) => one.dataset.sign === key);
    const side = /_(\d)$/.exec(box.dataset.box);
    if (!target || !side) return false;
    const letter = "ABCDE"[Number(side[1])];
    target.value = target.value === letter ? "" : letter;
    keep();
    return true;
  };

  const goBack = (box) => {
    const row = box.closest("tr");
    const list = rows(grid());
    const before = list[list.indexOf(row) - 1];
    if (before && !sending) {
      row.remove();
      delete before.dataset.ready;
      setNames(before, true);
      before.classList.add("is-now");
      focusRow(before, true);
      keep();
      return;
    }
    const undo = find("[data-undo]");
    const saved = [...grid().querySelectorAll("tr.is-saved")].at(-1);
    if (!undo || !saved || sending) return;
    takenBack = JSON.parse(saved.dataset.typed || "null");
    undo.click();
  };

  const clear = (box) => {
    const row = box.closest("tr");
    if (isEmpty(row)) { announce("desk:command", {}); return; }
    for (const one of boxes(row)) { if (one.type === "checkbox") one.checked = false; else { one.value = one.dataset.given ?? ""; one.placeholder = ""; } }
    keep();
    focusRow(row);
  };

  // One key in a box, as the keyboard or the console's buffer sends it; true when it needs nothing more from the browser.
  const press = (box, key) => {
    if (key === "Enter") { enter(box); return true; }
    if (key === "Escape") { clear(box); return true; }
    if (key.length === 1 && lastCard && box !== lastCard && !box.value && box.inputMode === "numeric" && !/[\d\-+]/.test(key)) { lastCard.value += key; keep(); return true; }
    if (key === "c" && grid().dataset.decided && isEmpty(box.closest("tr"))) { announce("desk:confirm", {}); return true; }
    if (key === "c" && box.inputMode === "numeric" && isEmpty(box.closest("tr")) && rows(grid())[0].dataset.ready) { finishing = true; flush(); return true; }
    if (key === " " && isStop(box) && !box.dataset.card && box.value) { step(box); return true; }
    if (key.length === 1 && sign(box, key)) return true;
    if (key === "Backspace" && box.value === "") {
      const list = stops(box.closest("tr"));
      const before = list.slice(0, Math.max(0, list.indexOf(box))).findLast((one) => one.value);
      if (before) before.focus(); else if (isEmpty(box.closest("tr"))) goBack(box);
      return true;
    }
    if (key === "ArrowUp" || key === "ArrowDown") {
      const list = rows(grid());
      const target = list[list.indexOf(box.closest("tr")) + (key === "ArrowUp" ? -1 : 1)];
      boxes(target || box.closest("tr")).find((one) => one.dataset.box === box.dataset.box).focus();
      return true;
    }
    return false;
  };

  let byKey = false;
  document.addEventListener("keydown", (event) => {
    if (/^F[2-4]$/.test(event.key)) { const button = find(`[data-f="${event.key}"]`); if (button) { event.preventDefault(); repair(button); } return; }
    const box = event.target.closest?.("form[data-grid] [data-box]");
    if (!box || event.ctrlKey || event.altKey || event.metaKey || event.key === "Shift") return;
    const isThere = box === arrived && !box.value;
    arrived = null;
    if (event.key === "Tab" && !event.shiftKey && isThere) { event.preventDefault(); return; }
    if (box.tagName === "SELECT" && event.key.startsWith("Arrow")) return;
    byKey = event.key.length === 1 || event.key === "Unidentified";
    if (press(box, event.key)) event.preventDefault();
  }, true);
  document.addEventListener("input", (event) => {
    const box = event.target.closest("form[data-grid] [data-box]");
    if (!box) return;
    const typed = byKey;
    byKey = false;
    if (typed) afterTyping(box); else { complete(box); keep(); }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-grid]");
    if (!form || event.submitter?.name || event.submitter?.closest("details.more")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const row = rows(form).find((one) => one.contains(document.activeElement)) || rows(form).at(-1);
    enter(boxes(row)[0]);
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-repair], [data-insist], [data-plain]");
    if (button) repair(button);
  });

  const begin = () => {
    const form = grid();
    const row = form && rows(form)[0];
    if (!row) return;
    pristine = row.cloneNode(true);
    for (const box of pristine.querySelectorAll("[data-box]")) { box.removeAttribute("autofocus"); box.removeAttribute("value"); box.removeAttribute("placeholder"); }
    for (const cell of pristine.querySelectorAll(".has-errors")) cell.classList.remove("has-errors");
    prepare(row);
    if (find("#answer") || find("input[name='sure']", form)) { for (const box of boxes(row)) box.dataset.given = ""; if (find("input[name='sure']", form)) row.dataset.sure = "1"; }
    if (takenBack) for (const box of boxes(row)) {
      const text = takenBack[box.dataset.box] ?? "";
      if (box.type === "checkbox") box.checked = text !== ""; else if (!partnerOf(box)?.value) box.value = text;
    }
    else restore(form);
    if (takenBack) focusRow(row, true);
    takenBack = null;
  };
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "match") begin(); });
  window.grid = { press, type: (box, key) => { if (!press(box, key)) { box.value = box.selectionStart === box.selectionEnd ? box.value + key : key; box.dispatchEvent(new Event("input", { bubbles: true })); afterTyping(box); } } };
  begin();
})();
