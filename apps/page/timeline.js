// The frames of an animated answer: a curve of counts, and the means to go to any frame that has a picture.
function makeTimeline(report, kept, show) {
  const { count, number, label, verdict, impacts } = report.frames;
  const range = element("frame"), play = element("play"), curve = element("curve");
  let at = 0, playing = false, busy = false;

  function drawCurve() {
    const most = Math.max(1, ...count), last = Math.max(1, count.length - 1);
    const x = (i) => (1000 * i / last).toFixed(1), y = (c) => (100 - 96 * c / most).toFixed(1);
    let line = count.map((c, i) => `${x(i)} ${y(c)}`).join("L");
    if (count.length === 1) line += `L1000 ${y(count[0])}`;
    const open = verdict.map((v, i) => v === "undecided" ? `<circle class="open" cx="${x(i)}" cy="96" r="4"/>` : "").join("");
    curve.setAttribute("viewBox", "0 0 1000 100");
    curve.innerHTML = `<path class="area" d="M0 100L${line}L1000 100Z"/><path class="top-line" d="M${line}"/>${open}` +
      `<path class="base" d="M0 100H1000"/><path class="now" id="now" d=""/>`;
  }

  async function go(to) {
    at = Math.min(kept.length - 1, Math.max(0, to));
    const frame = kept[at];
    range.value = at;
    const met = impacts?.[frame];
    const way = met ? `, ${withCommas(met)} ${met === 1 ? "impact" : "impacts"} on the way there` : "";
    const words = `Frame ${number[frame]}: ${verdict[frame] === "touching" ? `${withCommas(count[frame])} ${report.counted}` : verdict[frame]}${way}`;
    range.setAttribute("aria-valuetext", words);
    element("frame-text").textContent = words + (label[frame] ? `, ${label[frame]}` : "");
    const x = 1000 * frame / Math.max(1, count.length - 1);
    element("now").setAttribute("d", `M${x} 0V100`);
    await show(at);
  }

  // A frame is shown before the next one's turn comes: slow machines skip none, they play slower.
  async function tick(begin) {
    if (!playing) return;
    busy = true;
    await go(at + 1 < kept.length ? at + 1 : 0);
    busy = false;
    const wait = 1000 / Number(element("speed").value) - (performance.now() - begin);
    setTimeout(() => requestAnimationFrame(tick), Math.max(0, wait - 8));
  }
  function setPlaying(on) {
    playing = on;
    play.textContent = on ? "Pause" : "Play";
    play.setAttribute("aria-pressed", String(on));
    if (on && !busy) requestAnimationFrame(tick);
  }
  // Where a frame is among those with a picture, or the nearest of these.
  const nearest = (frame) => kept.reduce((best, f, i) => Math.abs(f - frame) < Math.abs(kept[best] - frame) ? i : best, 0);
  const pauseAndGo = (to) => { setPlaying(false); return go(to); };

  range.max = kept.length - 1;
  range.oninput = () => pauseAndGo(Number(range.value));
  play.onclick = () => setPlaying(!playing);
  element("step-back").onclick = () => pauseAndGo(at - 1);
  element("step-on").onclick = () => pauseAndGo(at + 1);
  for (const [id, frame] of [["to-first", report.first], ["to-worst", report.worst]]) {
    element(id).disabled = frame === null;
    element(id).onclick = () => frame !== null && pauseAndGo(nearest(frame));
  }
  drawCurve();

  return {
    go, nearest,
    step: (by) => pauseAndGo(at + by),
    toggle: () => setPlaying(!playing),
    first: () => element("to-first").click(),
    worst: () => element("to-worst").click(),
    numbered: (wanted) => { const frame = number.indexOf(wanted); return frame < 0 ? -1 : nearest(frame); },
    get at() { return at; },
    get frame() { return kept[at]; },
    get playing() { return playing; },
  };
}
