// The list of bodies: shown or not, one alone, in which colour, and how many contacts each has.
function makeBodiesList(report, scene, showContactsOf, changed) {
  const list = element("bodies"), filter = element("body-filter");
  const hidden = new Set();
  let isolated = null; // a set of bodies, which alone are shown
  const isShown = (i) => isolated ? isolated.has(i) : !hidden.has(i);

  const rows = report.bodies.map((body, i) => {
    const row = made("li");
    const shown = made("input", "", undefined, { type: "checkbox", checked: true });
    shown.setAttribute("aria-label", `Show ${body.name}`);
    const colour = made("input", "", undefined, { type: "color", value: scene.parts[i].colour });
    colour.setAttribute("aria-label", `Colour of ${body.name}`);
    const name = made("div", "name");
    const what = body.points ? `${withCommas(body.vertices)} points` : `${withCommas(body.triangles)} triangles`;
    const size = made("small", "", what);
    const title = made("b", "", body.name, { title: body.name });
    name.append(title, size);
    const alone = made("button", "", "Only");
    alone.setAttribute("aria-label", `Show only ${body.name}`);
    alone.setAttribute("aria-pressed", "false");
    const contacts = made("button", "", "List");
    contacts.setAttribute("aria-label", `List the contacts of ${body.name}`);
    shown.onchange = () => {
      if (isolated) { report.bodies.forEach((_, k) => { if (!isolated.has(k)) hidden.add(k); }); isolated = null; }
      if (shown.checked) hidden.delete(i); else hidden.add(i);
      apply();
    };
    colour.oninput = () => { scene.setColour(i, colour.value); changed(); };
    alone.onclick = () => { isolated = isolated?.size === 1 && isolated.has(i) ? null : new Set([i]); apply(); };
    contacts.onclick = () => showContactsOf(i);
    row.append(shown, colour, name, alone, contacts);
    return { row, shown, alone, contacts, size, what };
  });
  list.append(...rows.map((r) => r.row));
  element("body-count").textContent = withCommas(report.bodies.length);

  function apply() {
    rows.forEach((r, i) => {
      r.shown.checked = isShown(i);
      r.alone.setAttribute("aria-pressed", String(isolated?.size === 1 && isolated.has(i) || false));
    });
    scene.setShown(isShown);
    changed();
  }
  filter.oninput = () => {
    const text = filter.value.toLowerCase();
    rows.forEach((r, i) => { r.row.hidden = !report.bodies[i].name.toLowerCase().includes(text); });
  };
  element("show-all").onclick = () => api.showAll();

  const api = {
    showAll() { hidden.clear(); isolated = null; apply(); },
    isolate(bodies) { isolated = new Set(bodies); apply(); },
    get isolated() { return isolated; },
    get hidden() { return [...rows.keys()].filter((i) => !isShown(i)); },
    hide(bodies) { isolated = null; hidden.clear(); bodies.forEach((i) => hidden.add(i)); apply(); },
    count(touching) {
      rows.forEach((r, i) => {
        r.contacts.disabled = touching[i].length === 0;
        r.size.textContent = touching[i].length === 0 ? r.what : `${r.what}, ${withCommas(touching[i].length)} touch`;
      });
    },
  };
  return api;
}
