"use strict";
/* The console: one input that never makes anybody wait, matches that open beside the board, and the keys of the next step.
   Loaded by desk/console/console.html. Without it the input is a form and a tile is a link. */

(() => {
  /** @type {Find} */
  const find = (selector, root = document) => root.querySelector(selector);
  const form = document.querySelector("form[data-command]");
  if (!form) return;
  const input = find("[data-go]", form);
  const log = find("[data-log]");
  const MOST_LINES = 4;
  let buffer = null; // keys that were pressed while a match was on its way
  let queue = Promise.resolve();

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // What is being typed there goes on: selected, the next key would replace it.
  const focusInput = () => { if (document.activeElement === input) return; input.focus(); input.select(); };
  const CALM_MS = 2000; // counts and the next step follow the last result after so long, at once where nothing is missing
  let calm = 0;
  const refresh = () => { const board = find("#round"); if (board && window.htmx) window.htmx.trigger(board, "refresh"); };

  const refreshSoon = () => {
    clearTimeout(calm);
    if (find(".tile:is(.is-open, .is-submitted, .is-disputed)")) calm = setTimeout(refresh, CALM_MS); else refresh();
  };

  // A match that has just changed is shown without the other tables.
  const place = (html) => {
    const tile = new DOMParser().parseFromString(html, "text/html").querySelector("li");
    find(`.tile[data-code="${tile.dataset.code}"]`)?.replaceWith(tile);
    mark();
  };

  // ----------------------------------------------------------------------------------------------------------- what was typed
  const tell = (answer) => {
    forget(answer.links);
    const line = document.createElement("li");
    line.className = answer.saved ? "is-saved" : "is-refused";
    const said = document.createElement("span");
    said.textContent = answer.said;
    line.append(said);
    for (const link of answer.links || []) {
      const anchor = document.createElement("a");
      anchor.href = link.url;
      anchor.textContent = link.title;
      line.append(" ", anchor);
    }
    log.prepend(line);
    while (log.children.length > MOST_LINES) log.lastElementChild.remove();
    if (answer.tile) place(answer.tile);
    if (answer.saved) refreshSoon();
  };

  const send = async (text, key) => {
    const body = new FormData(form);
    body.set("command", text);
    body.set("key", key);
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json", "HX-Request": "true" } });
      if (response.status === 401) { location.href = response.headers.get("HX-Redirect") || location.href; return; }
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
        document.dispatchEvent(new CustomEvent("desk:trouble", { detail: { status: response.status } }));
        if (!input.value) input.value = text;
        return;
      }
      document.dispatchEvent(new CustomEvent("desk:answered", { detail: {} }));
      const answer = await response.json();
      if (answer.go) location.href = answer.go;
      else if (answer.open) await open(answer.open); else { release(); tell(answer); }
    } catch {
      const again = () => { queue = queue.then(() => send(text, key)); };
      document.dispatchEvent(new CustomEvent("desk:lost", { detail: { again } }));
      release();
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    if (!/[-\s.,:/*+]/.test(text)) buffer = [];
    const tile = /^\d+$/.test(text) && find(`#table-${Number(text)}:is(.is-open, .is-submitted, .is-disputed) a`);
    queue = queue.then(() => (tile && window.htmx ? show(tile.href) : send(text, newKey())));
  }, true);

  // --------------------------------------------------------------------------------------------------- matches beside the board
  const mark = () => {
    const code = find("#match")?.dataset.code;
    for (const link of document.querySelectorAll(".tile a")) {
      if (link.dataset.tile === code) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    }
  };

  // What was not found no longer matters once a match is open or something else was typed; a result that was not saved does, until the
  // next answer about its match.
  const forget = (links = []) => {
    const answered = links.map((link) => link.url);
    for (const line of [...log.children]) {
      if (line.matches(".is-refused") && [...line.querySelectorAll("a")].every((link) => answered.includes(link.getAttribute("href")))) line.remove();
    }
  };

  const open = async (url) => {
    if (!window.htmx) { location.href = url; return; }
    await window.htmx.ajax("GET", url, { target: "#match", swap: "outerHTML" });
    if (location.pathname !== new URL(url, location.href).pathname) history.pushState({}, "", url);
    forget();
    mark();
  };

  const show = async (url) => {
    try {
      await open(url);
    } catch {
      document.dispatchEvent(new CustomEvent("desk:lost", { detail: { again: () => show(url) } }));
      release();
    }
  };

  // The sheet was ended with its last hand: it is confirmed without a look at what can be read on the paper.
  /** @param {string} url @param {number | string} version @param {string} key @returns {Promise<void>} */
  const confirmAtOnce = async (url, version, key) => {
    const values = { csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, version, key };
    try {
      await window.htmx.ajax("POST", url, { target: "#match", swap: "outerHTML", values });
    } catch {
      document.dispatchEvent(new CustomEvent("desk:lost", { detail: { again: () => confirmAtOnce(url, version, key) } }));
    }
  };

  // Keys that came before the match did are typed into it, one by one.
  const release = () => {
    const keys = buffer || [];
    buffer = null;
    for (const key of keys) {
      const box = document.activeElement;
      if (box?.matches("form[data-grid] [data-box]")) window.grid.type(box, key);
      else if (box === input && key.length === 1) input.value += key;
    }
  };
  document.addEventListener("keydown", (event) => {
    if (buffer === null || event.ctrlKey || event.altKey || event.metaKey || (event.key.length > 1 && !["Enter", "Backspace"].includes(event.key))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    buffer.push(event.key);
  }, true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tile], a[data-line], [data-log] a, a[data-next], [data-matches] a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || event.defaultPrevented) return;
    const url = new URL(link.getAttribute("href"), location.href); // a box of a drawing has no pathname of its own
    if (!url.pathname.includes("/matches/")) return;
    event.preventDefault();
    open(url.href);
  });
  window.addEventListener("popstate", () => location.reload());

  // ------------------------------------------------------------------------------------------------------- what the grid reports
  let confirming = false; // the sheet was ended while its decided match was on its way
  let arriving = false;
  document.addEventListener("desk:confirm", () => { confirming = arriving; });
  // Between the grid that goes and the button that comes nothing has the focus.
  document.addEventListener("keydown", (event) => {
    if (!arriving || event.key !== "Enter" || document.activeElement !== document.body) return;
    event.preventDefault();
    confirming = true;
  }, true);
  document.addEventListener("desk:open", async (event) => {
    confirming = event.detail.confirm;
    arriving = true;
    const settled = new Promise((resolve) => { document.addEventListener("htmx:afterSettle", resolve, { once: true }); setTimeout(resolve, CALM_MS); });
    await open(event.detail.url).then(() => settled).finally(() => { arriving = false; });
    refreshSoon();
    if (!confirming) return;
    confirming = false;
    const confirm = find("#match [data-confirm]");
    if (confirm) confirm.form.requestSubmit(confirm); else focusInput();
  });
  document.addEventListener("desk:sign", (event) => confirmAtOnce(event.detail.url, event.detail.version, newKey()));
  document.addEventListener("desk:command", focusInput);
  document.addEventListener("desk:undecided", () => {
    const line = find("#match .situation");
    if (line) { line.classList.remove("is-called"); void line.offsetWidth; line.classList.add("is-called"); }
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    mark();
    if (event.detail.elt.id !== "match") return;
    release();
    if (event.detail.requestConfig?.path?.endsWith("/confirm/")) { refreshSoon(); focusInput(); }
  });

  mark();
})();
