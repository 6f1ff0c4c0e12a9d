"use strict";
/* The referee's page. Arrow keys: left and right card by card, with Shift trick by trick. Cards are tapped without a page load: what was
   dealt is put down here, what is played is asked for as a part of the page. Without it every card is a link. */

(() => {
  const part = () => document.getElementById("hand-part");
  const find = (selector) => document.querySelector(selector);

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
  const show = async (address, focus) => {
    const turn = (asked += 1);
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      const text = await answer.text();
      if (turn !== asked) return; // somebody tapped on meanwhile
      if (!answer.ok || !text.includes('id="hand-part"')) { location.href = address; return; }
      part().outerHTML = text;
      history.pushState({ hand: true }, "", address);
      const next = (focus && find(focus)) || find("#next-title") || find("#verdict");
      if (next) { next.tabIndex = -1; next.focus({ preventScroll: Boolean(focus) }); }
    } catch {
      location.href = address;
    }
  };
  window.addEventListener("popstate", () => location.reload());

  // ------------------------------------------------------------------------------------------------------------------ dealing
  const seats = () => [...document.querySelectorAll("[data-dealt]")];
  const cardsOf = (seat) => seat.dataset.cards.split(" ").filter(Boolean);
  const missing = (seat) => Number(find("[data-deal]").dataset.deal) - cardsOf(seat).length;
  const dealt = []; // what was tapped on this page: [the link, the seat]

  const give = (link, seat) => {
    seat.dataset.cards = [...cardsOf(seat), link.dataset.card].join(" ");
    const picture = link.querySelector("svg").cloneNode(true);
    picture.dataset.card = link.dataset.card;
    seat.querySelector(".hand-cards").appendChild(picture);
    seat.querySelector("[data-count]").textContent = cardsOf(seat).length;
    link.hidden = true;
  };

  const takeBack = ([link, seat]) => {
    seat.dataset.cards = cardsOf(seat).filter((card) => card !== link.dataset.card).join(" ");
    seat.querySelector(`svg[data-card="${link.dataset.card}"]`).remove();
    seat.querySelector("[data-count]").textContent = cardsOf(seat).length;
    link.hidden = false;
  };

  const turnTo = (seat) => {
    const deal = find("[data-deal]");
    deal.dataset.seat = seat.dataset.dealt;
    find("#next-title").textContent = seat.dataset.asks;
    for (const place of seats()) {
      place.classList.toggle("acts", place === seat);
      const link = place.querySelector("[data-deal-to]");
      if (link) link.hidden = missing(place) === 0;
    }
  };

  const textOfDeal = () => {
    const lines = find("[data-deal]").dataset.text.split("\n").filter((line) => line && !line.startsWith("holds "));
    return [...lines, ...seats().map((seat) => `holds ${seat.dataset.dealt} ${seat.dataset.cards}`.trim()), ""].join("\n");
  };

  const finish = () => {
    const address = find("[data-deal]").dataset.address;
    show(`${address}${address.includes("?") ? "&" : "?"}hand=${encodeURIComponent(textOfDeal())}`);
  };

  // The cards of the last seat follow by themselves when all others have theirs and nothing is left over.
  const dealOn = () => {
    const open = seats().filter((seat) => missing(seat) > 0);
    const left = [...document.querySelectorAll(".card-choice:not([hidden])")];
    if (open.length === 1 && left.length === missing(open[0])) for (const link of left) give(link, open[0]);
    const current = seats().find((seat) => seat.dataset.dealt === find("[data-deal]").dataset.seat);
    if (current && missing(current) > 0) return;
    const next = seats().find((seat) => missing(seat) > 0);
    if (next) turnTo(next); else finish();
  };

  const deal = (link) => {
    const seat = seats().find((place) => place.dataset.dealt === find("[data-deal]").dataset.seat);
    dealt.push([link, seat]);
    give(link, seat);
    dealOn();
  };

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0 || !part()) return;
    const link = event.target.closest("#hand-part a[href]");
    if (!link || link.pathname !== location.pathname) return;
    event.preventDefault();
    if (link.matches(".card-choice") && find("[data-deal]")) { deal(link); return; }
    if (link.matches("[data-undo]") && dealt.length && find("[data-deal]")) { const last = dealt.pop(); takeBack(last); turnTo(last[1]); return; }
    if (link.matches("[data-deal-to]")) { turnTo(link.closest("[data-dealt]")); return; }
    dealt.length = 0;
    show(link.href, link.dataset.step ? `[data-step="${link.dataset.step}"]` : "");
  });
})();
