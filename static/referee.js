"use strict";
/* The referee's page. Arrow keys: left and right card by card, with Shift trick by trick. Cards are chosen without a page load, by taps or by
   a slide through them (slide.js): what is dealt is put down here, a trick is sent as a whole and answered by a part of the page. It knows no
   rule: the board says which cards are allowed after which.
   Loaded by desk/referee/desk.html and desk/referee/tool.html. Without it every card is a link. */

(() => {
  const part = () => document.getElementById("hand-part");
  /** @type {Find} */
  const find = (selector) => document.querySelector(selector);
  /** @type {(selector: string, root?: ParentNode) => PageElement[]} */
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
  const labelOf = (key) => key.getAttribute("aria-label").split(",")[0]; // the card, without what became of it
  const showHints = () => { for (const hint of all(".slide-only")) hint.hidden = false; };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role='region']")) return;
    const way = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
    const link = way && find(`[data-step="${way}-${event.shiftKey ? "trick" : "card"}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  // ------------------------------------------------------------------------------------------------------- a part of the page
  let asked = 0;
  // What was played is in the text of the hand now: an address that is kept says it there.
  const addressOf = (asked) => {
    const address = new URL(asked, location.href);
    const typed = find("#hand-typed");
    if (typed && address.searchParams.has("plays")) { address.searchParams.delete("plays"); address.searchParams.set("hand", typed.value); }
    return address.href;
  };
  const show = async (address, focus) => {
    const turn = (asked += 1);
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      const text = await answer.text();
      if (turn !== asked) return; // somebody tapped on meanwhile
      if (!answer.ok || !text.includes('id="hand-part"')) { location.href = address; return; }
      part().outerHTML = text;
      if (window.htmx) window.htmx.process(part());
      begin();
      history.pushState({ hand: true }, "", addressOf(address));
      const next = (focus && find(focus)) || find("#next-title") || find("#verdict");
      if (next) { next.tabIndex = -1; next.focus({ preventScroll: Boolean(focus) }); }
      if (next && next.id === "next-title") next.parentElement.scrollIntoView(); // the cards stay under the finger
    } catch {
      location.href = address;
    }
  };
  window.addEventListener("popstate", () => location.reload());

  // ------------------------------------------------------------------------------------------------------------------ dealing
  const sheet = () => find("[data-slide='deal']");
  const seats = () => all("[data-dealt]");
  const current = () => seats().find((seat) => seat.dataset.dealt === sheet().dataset.seat);
  const cardsOf = (seat) => seat.dataset.cards.split(" ").filter(Boolean);
  const missing = (seat) => Number(seat.dataset.size) - cardsOf(seat).length;
  const freeKeys = () => all(".card-choice", sheet());
  const nameKey = (seat) => find(`[data-deal-to="${seat.dataset.dealt}"]`); // above the pack
  let dealt = []; // the movements on this page: the keys of each
  let movement = [];

  const holdersOf = (card) => seats().find((seat) => cardsOf(seat).includes(card));
  const put = (seat, cards) => {
    seat.dataset.cards = cards.join(" ");
    nameKey(seat).querySelector("[data-count]").textContent = cards.length;
  };

  const give = (key, seat) => {
    put(seat, [...cardsOf(seat), key.dataset.card]);
    const small = document.createElement("span");
    small.className = key.className.replace("card-key card-choice", "small-card");
    small.dataset.card = key.dataset.card;
    small.setAttribute("role", "img");
    small.setAttribute("aria-label", key.getAttribute("aria-label"));
    small.innerHTML = key.innerHTML;
    seat.querySelector(".hand-cards").appendChild(small);
    key.classList.replace("card-choice", "is-dealt");
    key.dataset.holder = seat.dataset.dealt === "stock" ? "·" : seat.dataset.dealt;
    key.setAttribute("aria-label", `${labelOf(key)}, ${seat.dataset.dealt}`);
  };

  const takeBack = (key) => {
    const seat = holdersOf(key.dataset.card);
    put(seat, cardsOf(seat).filter((card) => card !== key.dataset.card));
    seat.querySelector(`[data-card="${key.dataset.card}"]`).remove();
    key.classList.replace("is-dealt", "card-choice");
    delete key.dataset.holder;
    key.setAttribute("aria-label", labelOf(key));
    dealt = dealt.map((keys) => keys.filter((other) => other !== key)).filter((keys) => keys.length);
    return seat;
  };

  const turnTo = (seat) => {
    sheet().dataset.seat = seat.dataset.dealt;
    find("#next-title").textContent = seat.dataset.asks;
    for (const rest of all("[data-rest]")) rest.hidden = seat.dataset.dealt !== "stock";
    for (const place of seats()) {
      place.classList.toggle("acts", place === seat);
      nameKey(place).classList.toggle("is-current", place === seat);
      nameKey(place).classList.toggle("is-full", missing(place) === 0);
      if (place === seat) nameKey(place).setAttribute("aria-current", "true"); else nameKey(place).removeAttribute("aria-current");
    }
  };

  const textOfDeal = () => {
    const lines = sheet().dataset.text.split("\n").filter((line) => line && !/^(holds|stock) /.test(line));
    const dealtLines = seats().filter((seat) => seat.dataset.cards).map((seat) => `${seat.dataset.dealt === "stock" ? "" : "holds "}${seat.dataset.dealt} ${seat.dataset.cards}`);
    return [...lines, ...dealtLines, ""].join("\n");
  };

  const withHand = (address, text) => `${address}${address.includes("?") ? "&" : "?"}hand=${encodeURIComponent(text)}`;

  // The cards of the last seat follow by themselves when all others have theirs and nothing is left over; the order of a stock does not.
  const dealOn = () => {
    const open = seats().filter((seat) => missing(seat) > 0);
    const left = freeKeys();
    if (open.length === 1 && left.length === missing(open[0]) && (open[0].dataset.dealt !== "stock" || left.length === 1)) for (const key of left) give(key, open[0]);
    const seat = current();
    if (seat && missing(seat) > 0) return;
    const next = seats().find((place) => missing(place) > 0);
    if (next) turnTo(next); else show(withHand(sheet().dataset.address, textOfDeal()));
  };

  const dealTo = (key) => {
    const seat = seats().find((place) => place.dataset.dealt === key.dataset.dealTo);
    if (seat && missing(seat) > 0) turnTo(seat);
  };

  const tapSheet = (key) => {
    if (key.matches(".is-dealt")) { turnTo(takeBack(key)); return; }
    dealt.push([key]);
    give(key, current());
    dealOn();
  };

  const undoDeal = () => {
    for (const key of dealt.pop().reverse()) turnTo(takeBack(key));
  };

  const endPart = () => {
    if (movement.length) dealt.push(movement);
    movement = [];
  };

  if (window.slides) window.slides.deal = {
    begin: () => { movement = []; },
    enter: (key) => {
      if (key.matches(".seat-key") && missing(current()) === 0) { endPart(); dealTo(key); } // else a finger only passes over the names
      if (!key.matches(".card-choice") || missing(current()) === 0) return;
      movement.push(key);
      give(key, current());
      if (missing(current()) === 0) turnTo(current()); // its name says that it has all
    },
    end: () => {
      endPart();
      dealOn();
    },
  };

  // ----------------------------------------------------------------------------------------------------------------- a trick
  const board = () => find("[data-slide='play']");
  const columns = () => all(".key-column", board());
  const keysOf = (place) => all(".card-key", columns()[place]);
  const placeOf = (key) => columns().indexOf(key.closest(".key-column"));
  const keyOf = (place, card) => keysOf(place).find((key) => key.dataset.card === card);
  let answers = {};
  let chosen = []; // the cards of the trick so far, player by player
  let isLed = false; // in each column the last card under the finger counts, in the first one the card where the movement began
  let following = 0; // how many of the last ones are the only cards allowed

  // What a player may do after these cards: a mark for each card (- not allowed, . loses, + wins so far); nothing where nobody can say.
  const marksAfter = (cards, place) => {
    let { led, best } = board().dataset;
    cards.forEach((card, index) => {
      const marks = answers[`${index}${led}${best}`] || "";
      if (marks[keysOf(index).findIndex((key) => key.dataset.card === card)] === "+") best = card;
      led = led || card[0];
    });
    return answers[`${place}${led}${best}`] || "";
  };
  const markOf = (key, marks) => marks[keysOf(placeOf(key)).indexOf(key)];
  const isDone = () => chosen.length === columns().length || !marksAfter(chosen, chosen.length);

  const paint = () => {
    const word = board().dataset.barred;
    columns().forEach((_column, place) => {
      const marks = marksAfter(chosen.slice(0, place), place);
      keysOf(place).forEach((key, index) => {
        const barred = marks[index] === "-";
        key.classList.toggle("is-barred", barred);
        key.classList.toggle("is-waiting", place > 0 && !chosen.length);
        key.classList.toggle("is-chosen", chosen[place] === key.dataset.card);
        if (key.matches("button")) key.disabled = place > chosen.length;
        key.setAttribute("aria-label", barred ? `${labelOf(key)}, ${word}` : labelOf(key));
      });
    });
    const box = board().getBoundingClientRect();
    const middles = chosen.map((card, place) => keyOf(place, card)).filter(Boolean).map((key) => key.getBoundingClientRect());
    find(".trick-path polyline").setAttribute("points", middles.map((key) => `${Math.round(key.left + key.width / 2 - box.left)},${Math.round(key.top + key.height / 2 - box.top)}`).join(" "));
  };
  const say = (text) => { find(".trick-said").textContent = text; };
  const sayChosen = () => say(chosen.map((card, place) => `${columns()[place].dataset.column} ${keyOf(place, card).getAttribute("aria-label")}`).join(" · "));

  const choose = (key) => {
    chosen = [...chosen.slice(0, placeOf(key)), key.dataset.card];
    following = 0;
    for (let marks = marksAfter(chosen, chosen.length); chosen.length < columns().length && /^-*[.+]-*$/.test(marks); marks = marksAfter(chosen, chosen.length)) {
      chosen.push(keysOf(chosen.length)[marks.search(/[.+]/)].dataset.card);
      following += 1;
    }
    paint();
    sayChosen();
  };

  const play = (cards) => {
    const address = board().dataset.address;
    for (const key of all(".card-key", board())) key.classList.toggle("is-sent", cards.includes(key.dataset.card));
    show(`${address}&plays=${encodeURIComponent(cards.join(" "))}`);
  };

  const tapBoard = (key, byKeyboard) => {
    const place = placeOf(key);
    if (place > chosen.length) return;
    if (markOf(key, marksAfter(chosen.slice(0, place), place)) === "-") { play([...chosen.slice(0, place), key.dataset.card]); return; }
    choose(key);
    if (isDone()) { play(chosen); return; }
    const next = keysOf(chosen.length).find((other) => !other.matches(".is-barred"));
    if (byKeyboard && next) next.focus();
  };

  const undoChoice = () => {
    chosen = chosen.slice(0, Math.max(0, chosen.length - following - 1));
    following = 0;
    paint();
    sayChosen();
  };

  if (window.slides) window.slides.play = {
    begin: (key) => {
      isLed = false;
      if (key && placeOf(key) === 0 && !chosen.length && !key.matches(".is-barred")) { choose(key); chosen = []; }
    },
    enter: (key) => {
      const place = placeOf(key);
      if (place > chosen.length || chosen[place] === key.dataset.card || (place === 0 && isLed)) return;
      if (markOf(key, marksAfter(chosen.slice(0, place), place)) === "-") {
        if (place === chosen.length) say(`${columns()[place].dataset.column} ${key.getAttribute("aria-label")}`);
        return;
      }
      isLed = isLed || place === 0;
      choose(key);
    },
    end: (_key, moved) => {
      if (moved && isDone()) play(chosen); else paint();
    },
  };

  const begin = () => {
    showHints();
    chosen = [];
    following = 0;
    if (!board()) return;
    answers = {};
    for (const word of board().dataset.answers.split(" ")) { const at = word.lastIndexOf(":"); answers[word.slice(0, at)] = word.slice(at + 1); }
    paint();
  };

  // ----------------------------------------------------------------------------------------------------------------- all taps
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0 || !part()) return;
    const key = event.target.closest("[data-slide] .card-key");
    const name = event.target.closest("[data-deal-to]");
    const link = event.target.closest("#hand-part a[href]");
    if (name) { event.preventDefault(); dealTo(name); return; }
    if (key && sheet()) { event.preventDefault(); tapSheet(key); return; }
    if (key && board()) { event.preventDefault(); tapBoard(key, event.detail === 0); return; }
    if (!link || link.pathname !== location.pathname) return;
    event.preventDefault();
    if (link.matches("[data-undo]") && dealt.length && sheet()) { undoDeal(); return; }
    if (link.matches("[data-undo]") && chosen.length && board()) { undoChoice(); return; }
    if (link.matches("[data-rest]")) { const stock = current(); for (const free of freeKeys()) give(free, stock); dealOn(); return; }
    dealt = [];
    show(link.href, link.dataset.step ? `[data-step="${link.dataset.step}"]` : "");
  });

  begin();
})();
