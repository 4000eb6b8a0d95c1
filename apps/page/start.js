// Puts it all together. What goes wrong leaves the page as it is without scripts: words, a picture, tables.
async function startView(report) {
  const kept = report.frames.answer.flatMap((block, i) => block === null ? [] : [i]);
  // three.js puts itself onto the window, as any script does.
  document.head.append(made("script", "", new TextDecoder().decode(await report.bytesOf(report.three))));
  const bodies = await Promise.all(report.bodies.map((body) => readBody(report, body)));
  const canvas = element("canvas"), units = makeUnits(report), motion = makeMotion(report);
  element("stage").hidden = false;
  document.body.classList.toggle("still", !report.animated);
  element("timeline").hidden = !report.animated;
  const scene = makeScene(window.THREE, canvas, report, bodies);
  const tabs = makeTabs();
  let section = null, wanted = -1, wasSeen = -1;

  const address = makeAddress(() => {
    const { target, distance, yaw, pitch, up } = camera.state;
    return {
      frame: report.animated ? report.frames.number[timeline.frame] : null,
      contact: list.current >= 0 ? list.contacts.index[list.current] : null,
      view: [...target, distance, yaw, pitch].map((v) => Number(v.toPrecision(6))).join(","),
      up: up === "z" ? null : up,
      section: section?.state?.join(",") ?? null,
      hidden: bodiesList.hidden.join(",") || null,
      opacity: scene.display.opacity === 0.3 || !element("slow").hidden ? null : scene.display.opacity,
    };
  });
  const camera = makeCamera(scene, address.changed);

  // The contact in its triangles, with some room around them.
  function roomFor(contacts, i) {
    const middle = contacts.middleOf(i);
    const corners = [...scene.cornersOf(contacts.bodyA[i], contacts.a[i]), ...scene.cornersOf(contacts.bodyB[i], contacts.b[i])];
    const reach = corners.map((c) => Math.hypot(c[0] - middle[0], c[1] - middle[1], c[2] - middle[2]));
    return Math.max(2 * contacts.lengthOf(i), reach.length ? 1.1 * Math.max(...reach) : 0, 1e-4);
  }
  function chose(contacts, i, flying) {
    if (i < 0) {
      scene.choose(null);
      card.hide();
    } else {
      scene.choose(contacts, i);
      card.show(contacts, i);
      if (flying) camera.goTo(contacts.middleOf(i), roomFor(contacts, i));
    }
    scene.draw();
    address.changed();
  }

  async function showFrame(at) {
    if (at === wasSeen) return;
    wanted = at;
    const frame = kept[at];
    const [states, bytes] = await Promise.all([motion.at(at), report.bytesOf(report.frames.answer[frame])]);
    if (wanted !== at) return; // somebody went on meanwhile
    wasSeen = at;
    const answer = readAnswer(report, bytes);
    scene.place(states);
    scene.showAnswer(answer);
    list.show(answer, { pairs: report.frames.pairs[frame] });
    bodiesList.count(answer.touching);
    card.hide();
    scene.draw();
    motion.prepare(at);
    address.changed();
  }

  const act = {
    orbit: camera.orbit, pan: camera.pan, zoom: camera.zoom, fit: () => camera.fit(), look: camera.look,
    contact: (by) => list.step(by),
    release: () => { list.choose(-1); },
    isolate() {
      const { current, contacts } = list;
      if (bodiesList.isolated || current < 0) return bodiesList.showAll();
      bodiesList.isolate([contacts.bodyA[current], contacts.bodyB[current]]);
    },
    section: () => section.toggle(list.current >= 0 ? list.contacts.middleOf(list.current) : camera.state.target),
    opacity(by) {
      const slider = element("opacity");
      slider.value = Number(slider.value) + by;
      slider.oninput();
    },
    help: () => element("help").showModal(),
    link: address.write,
    play: () => timeline.toggle(), step: (by) => timeline.step(by), first: () => timeline.first(), worst: () => timeline.worst(),
  };
  const card = makeCard(report, units, act);
  const list = makeContactsList(report, scene, units, chose);
  const bodiesList = makeBodiesList(report, scene, (i) => { list.onlyOf(i); tabs.open("contacts"); }, () => { list.redraw(); address.changed(); });
  const timeline = makeTimeline(report, kept, showFrame);
  section = makeSection(scene, camera, address.changed);

  listenToGestures(canvas, camera, (x, y) => {
    const hit = pick(scene, x, y);
    const contact = hit ? list.ofPrimitive(...hit) : -1;
    if (contact >= 0) { tabs.open("contacts"); list.choose(contact, false); }
  });
  listenToKeys(act, report.animated);
  listenToDisplay(scene, camera, address.changed);
  element("fit").onclick = act.fit;
  element("help-open").onclick = act.help;
  for (const button of document.querySelectorAll("[data-look]")) button.onclick = () => camera.look(button.dataset.look);
  new ResizeObserver(scene.resize).observe(canvas);
  scene.resize();

  // To the place in the address; else to the worst frame, and all of it in view.
  async function arrive(first) {
    const to = address.read();
    const frame = to.frame !== undefined ? timeline.numbered(Number(to.frame)) : first ? timeline.nearest(report.worst ?? 0) : timeline.at;
    await timeline.go(Math.max(0, frame));
    if (to.hidden) bodiesList.hide(to.hidden.split(",").map(Number));
    if (to.up === "y") { element("up").value = "y"; camera.set({ up: "y" }); }
    if (to.opacity !== undefined) { element("opacity").value = to.opacity; element("opacity").oninput(); }
    const view = to.view?.split(",").map(Number);
    const sound = view?.length === 6 && view.every(Number.isFinite);
    if (to.contact !== undefined) {
      const i = list.placeOfIndex(Number(to.contact));
      if (i >= 0) list.choose(i, !sound);
    }
    if (sound) camera.set({ target: view.slice(0, 3), distance: view[3], yaw: view[4], pitch: view[5] });
    else if (to.contact === undefined && first) camera.fit(true);
    if (to.section) section.state = to.section.split(",");
  }
  if (kept.length > 0) await arrive(true);
  address.onArrival(() => arrive(false));
  if (scene.drawFirst() && scene.display.opacity === 0.3) {
    element("opacity").value = 1;
    element("opacity").oninput();
    element("slow").hidden = false;
  }
  element("busy").hidden = true;
  element("no-view").hidden = true;
  element("picture").open = element("tables").open = false;
  document.body.classList.replace("plain", "live");
  performance.mark("tact-first-frame");
  window.tact = { report, scene, camera, list, timeline, bodiesList, act, address }; // for tests, and the curious
}

startView(readReport()).catch((error) => {
  element("stage").hidden = true;
  element("no-view").append(` (${error.message})`);
  document.body.dataset.failed = error.message;
});
