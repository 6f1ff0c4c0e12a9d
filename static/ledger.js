"use strict";
/* The ledger's page on a phone: the whole ledger is fetched, every digest computed here, and each head that this phone kept compared with it.
   SHA-256 is written out, because browsers have it on https pages only and a desk in a hall has none. The format is that of docs/ledger.md.
   Loaded by visitors/tournament_pages/public_ledger.html. Without it a fingerprint is typed there. */

(() => {
  const box = document.querySelector("[data-ledger]");
  if (!box) return;
  const TAG = "la-bella-ledger-1";
  const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  // ------------------------------------------------------------------------------------------------------------- SHA-256
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime)) primes.push(number);
  const fraction = (root) => ((root - Math.floor(root)) * 4294967296) | 0;
  const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  const digestBlock = (state, words) => {
    for (let i = 16; i < 64; i += 1) {
      const near = words[i - 15], far = words[i - 2];
      words[i] = (words[i - 16] + (turn(near, 7) ^ turn(near, 18) ^ (near >>> 3)) + words[i - 7] + (turn(far, 17) ^ turn(far, 19) ^ (far >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] = (state[place] + word) | 0; });
  };

  /** The SHA-256 of an ASCII text as 64 hexadecimal digits. */
  const sha256 = (text) => {
    const length = text.length;
    const words = new Int32Array(((length + 9 + 63) >> 6) << 4);
    for (let i = 0; i < length; i += 1) words[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8);
    words[length >> 2] |= 0x80 << (24 - (length % 4) * 8);
    words[words.length - 1] = length * 8;
    const state = [...START];
    const block = new Int32Array(64);
    for (let at = 0; at < words.length; at += 16) {
      block.set(words.subarray(at, at + 16));
      digestBlock(state, block);
    }
    return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };

  // --------------------------------------------------------------------------------------------------------------- ledger
  const escape = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const computeDigest = (entry) => {
    const names = Object.keys(entry).filter((name) => name !== "prev" && name !== "digest").sort();
    const body = JSON.stringify(entry, names).replace(/[^ -~]/g, escape);
    return sha256(`${TAG}\n${entry.prev}\n${body}`);
  };
  const formatLetters = (digest) => {
    const bits = [...digest.slice(0, 26)].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
    const letters = Array.from({ length: 20 }, (_none, place) => BASE32[parseInt(bits.slice(place * 5, place * 5 + 5), 2)]).join("");
    return letters.match(/.{5}/g).join("-");
  };

  /** The digest of each entry as computed here, by its number, as far as the chain holds. */
  const followChain = (text) => {
    const digests = ["0".repeat(64)];
    for (const line of text.split("\n").filter(Boolean)) {
      const entry = JSON.parse(line);
      const digest = computeDigest(entry);
      if (entry.seq !== digests.length || entry.prev !== digests[digests.length - 1] || digest !== entry.digest) break;
      digests.push(digest);
    }
    return digests;
  };

  // ----------------------------------------------------------------------------------------------------------------- page
  const show = (name, values = {}) => {
    for (const answer of box.querySelectorAll("[data-answer]")) answer.hidden = answer.dataset.answer !== name;
    for (const [key, value] of Object.entries(values)) for (const place of box.querySelectorAll(`[data-value="${key}"]`)) place.textContent = value;
  };
  // The hour of the hall, wherever the phone believes to be; another day comes with its date.
  const clock = (moment) => {
    const timeZone = document.body.dataset.zone || undefined;
    const day = (at) => at.toLocaleDateString("en-GB", { day: "2-digit", month: "2-digit", timeZone });
    const time = new Date(moment).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
    return day(new Date(moment)) === day(new Date()) ? time : `${day(new Date(moment))} ${time}`;
  };
  const readKept = () => {
    try {
      return JSON.parse(window.localStorage.getItem(`heads:${box.dataset.slug}`)) || [];
    } catch {
      return [];
    }
  };

  const compare = async () => {
    const kept = readKept();
    if (!kept.length) { show("none"); return; }
    try {
      const answer = await fetch(box.dataset.ledger, { cache: "no-store" });
      if (!answer.ok) { show("unreachable"); return; }
      const digests = followChain(await answer.text());
      const wrong = kept.filter(([number, letters]) => !digests[number] || formatLetters(digests[number]) !== letters);
      const values = { count: kept.length, since: clock(kept[0][2]), entries: digests.length - 1 };
      if (!wrong.length) show("fits", values);
      else show("differs", { ...values, wrong: wrong.length, number: wrong[0][0], letters: wrong[0][1], seen: clock(wrong[0][2]) });
    } catch {
      show("unreachable");
    }
  };
  show("comparing");
  compare();
})();
