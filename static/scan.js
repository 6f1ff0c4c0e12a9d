"use strict";
/* Scanning a pile: codes that a scanner types, photographs, and the pictures of a camera, one answer after the other.
   Loaded by printing/scanning/scan.html. Without it the page has the same forms; only the camera needs it. */

(() => {
  const LOOK_MS = 250; // between two looks of the browser's own reader
  const SEND_MS = 800; // between two pictures that the desk reads
  const STEADY_MS = 400; // a sheet that was just seen still moves
  const MOST_LINES = 6;
  /** @type {Find} */
  const find = (selector, root = document) => root.querySelector(selector);
  const codeForm = find("form[data-scan]");
  if (!codeForm) return;
  const input = find("#code");
  /** @type {Promise<unknown>} */
  let queue = Promise.resolve();
  let sound = null;

  for (const part of document.querySelectorAll("[data-with-script]")) part.hidden = false;
  const onPhone = window.matchMedia("(pointer: coarse)").matches; // its keyboard would cover the page
  find("[data-take]").hidden = !onPhone;
  if (!onPhone) input.focus();

  // -------------------------------------------------------------------------------------------------------------- answers
  const play = (good) => {
    if (!window.AudioContext) return;
    sound = sound || new AudioContext();
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = good ? 1050 : 190;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + (good ? 0.09 : 0.45));
  };

  const listSeen = () => [...document.querySelectorAll("#pile [data-seen]")].map((mark) => mark.dataset.seen);

  /* What was said before stays below the new, so that nothing is missed in a pile; what went well makes room first. */
  const keepEarlier = (list, earlier) => {
    for (const line of earlier) { line.classList.add("is-earlier"); list.append(line); }
    while (list.children.length > MOST_LINES) {
      const well = [...list.children].slice(1).filter((line) => line.classList.contains("is-success")).pop();
      (well || list.lastElementChild).remove();
    }
  };

  const show = (html) => {
    const parsed = new DOMParser().parseFromString(html, "text/html").querySelector("#pile");
    if (!parsed) return;
    const earlier = [...document.querySelectorAll("#pile .scan-said li")];
    find("#pile").replaceWith(parsed);
    keepEarlier(find(".scan-said", parsed), earlier);
    if (parsed.dataset.sound) play(parsed.dataset.sound === "good");
  };

  /* Sends one form; true once the desk has answered, whatever it said. */
  const send = async (body, again) => {
    try {
      const response = await fetch(location.pathname, { method: "POST", body, headers: { "HX-Request": "true" } });
      if (response.status === 401) { location.href = response.headers.get("HX-Redirect") || location.href; return true; }
      if (response.status === 204) return true;
      if (response.status !== 200 && response.status !== 422) {
        document.dispatchEvent(new CustomEvent("desk:trouble", { detail: { status: response.status } }));
        return false;
      }
      document.dispatchEvent(new CustomEvent("desk:answered", { detail: {} }));
      show(await response.text());
      return true;
    } catch {
      if (again) document.dispatchEvent(new CustomEvent("desk:lost", { detail: { again } }));
      return false;
    }
  };
  const enqueue = (body) => { queue = queue.then(() => send(body, () => enqueue(body))); };

  const buildBody = (form, entries) => {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    for (const [name, value, fileName] of entries) { if (fileName) body.append(name, value, fileName); else body.append(name, value); }
    return body;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-scan]");
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const code = form.elements.code.value.trim();
    const files = [...form.querySelectorAll("input[type=file]")].flatMap((field) => [...field.files]);
    if (!files.length && code) enqueue(buildBody(form, [["code", code]]));
    for (const file of files) enqueue(buildBody(form, [["code", code], ["photograph", file, file.name]]));
    form.reset();
    if (form === codeForm) input.focus();
  }, true);

  // A photograph that was taken needs no further button: the next sheet waits.
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("form[data-scan] input[type=file]") && field.files.length && !field.form.elements.code.value.trim()) field.form.requestSubmit();
  });

  // --------------------------------------------------------------------------------------------------------------- camera
  const part = find("[data-camera]");
  const video = part.querySelector("video");
  const start = find("[data-camera-start]", part);
  const stop = find("[data-camera-stop]", part);
  const choice = find("#camera");
  const canvas = document.createElement("canvas");
  let stream = null;
  let reader = null;

  const say = (word) => { for (const text of part.querySelectorAll("[data-word]")) text.hidden = text.dataset.word !== word; };
  const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

  const takePicture = () => new Promise((resolve) => {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    canvas.toBlob(resolve, "image/jpeg", 0.85);
  });

  const findReader = async () => {
    if (!("BarcodeDetector" in window)) return null;
    const formats = await window.BarcodeDetector.getSupportedFormats();
    return formats.includes("qr_code") ? new window.BarcodeDetector({ formats: ["qr_code"] }) : null;
  };

  /* Whether the camera sees a QR code that was not answered yet; where the browser reads none, the desk does. */
  const seesSomethingNew = async () => {
    if (!reader) return true;
    const seen = listSeen();
    const codes = await reader.detect(video).catch(() => []);
    return codes.some((code) => !seen.includes(code.rawValue));
  };

  const look = async (running) => {
    while (stream === running) {
      if (video.videoWidth && !document.hidden && await seesSomethingNew()) {
        if (reader) await wait(STEADY_MS);
        const entries = [["live", "1"], ...listSeen().map((text) => ["seen", text])];
        const picture = await takePicture();
        if (picture && stream === running) await send(buildBody(codeForm, [...entries, ["photograph", picture, "camera.jpg"]]), null);
      }
      await wait(reader ? LOOK_MS : SEND_MS);
    }
  };

  const listCameras = async () => {
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === "videoinput");
    const current = stream.getVideoTracks()[0].getSettings().deviceId;
    choice.replaceChildren(...cameras.map((camera, place) => new Option(camera.label || String(place + 1), camera.deviceId, false, camera.deviceId === current)));
    choice.parentElement.hidden = cameras.length < 2;
  };

  const end = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.hidden = stop.hidden = true;
    start.hidden = false;
  };

  const begin = async (deviceId) => {
    end();
    const wanted = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: "environment" } };
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { ...wanted, width: { ideal: 1920 }, height: { ideal: 1080 } } });
    } catch {
      say("refused");
      return;
    }
    say("off");
    video.srcObject = stream;
    video.hidden = stop.hidden = false;
    start.hidden = true;
    await video.play();
    reader = await findReader();
    await listCameras();
    look(stream);
  };

  part.hidden = false;
  if (!navigator.mediaDevices?.getUserMedia) {
    say("none");
    start.hidden = true;
  }
  start.addEventListener("click", () => begin(""));
  stop.addEventListener("click", end);
  choice.addEventListener("change", () => begin(choice.value));
  window.addEventListener("pagehide", end);
})();
