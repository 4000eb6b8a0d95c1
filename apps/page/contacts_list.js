// The list of contacts: sorted, filtered, and only those rows made that are seen, since there may be a million.
const rowHeight = 46;
const tallest = 8e6; // pixels; browsers draw nothing beyond some thirty million

function makeContactsList(report, scene, units, chose) {
  const list = element("contacts"), filler = list.firstElementChild;
  const filter = element("filter"), sort = element("sort"), chip = element("chip");
  let contacts = null, frame = null, order = new Uint32Array(0), current = -1, onlyBody = null;

  // "ball 12 crossing": every word must fit.
  function tests(text) {
    return text.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
      const kind = kindNames.findIndex((name) => name.startsWith(word));
      const fitting = new Set();
      report.bodies.forEach((body, i) => { if (body.name.toLowerCase().includes(word)) fitting.add(i); });
      const number = /^#?\d+$/.test(word) ? Number(word.replace("#", "")) : -1;
      return (i) => contacts.a[i] === number || contacts.b[i] === number || fitting.has(contacts.bodyA[i]) ||
        fitting.has(contacts.bodyB[i]) || (kind >= 0 && word.length > 2 && kindNames[contacts.kind[i]].startsWith(word));
    });
  }

  function arrange() {
    const wanted = tests(filter.value);
    const found = [];
    for (let i = 0; i < contacts.count; ++i) {
      if (onlyBody !== null && contacts.bodyA[i] !== onlyBody && contacts.bodyB[i] !== onlyBody) continue;
      if (wanted.every((test) => test(i))) found.push(i);
    }
    order = Uint32Array.from(found);
    if (sort.value === "depth") order.sort((i, j) => contacts.depth[j] - contacts.depth[i] || i - j);
    if (sort.value === "length") {
      const lengths = Float32Array.from({ length: contacts.count }, (_, i) => contacts.lengthOf(i));
      order.sort((i, j) => lengths[j] - lengths[i] || i - j);
    }
    chip.hidden = onlyBody === null;
    if (onlyBody !== null) {
      const all = made("button", "", "all bodies");
      all.onclick = () => { onlyBody = null; arrange(); };
      chip.replaceChildren(`Only of ${report.bodies[onlyBody].name}`, all);
    }
    list.scrollTop = 0;
    sayCount();
    drawRows();
  }

  function sayCount() {
    const left = frame.pairs - contacts.count;
    let text = order.length === contacts.count ? "" : `${withCommas(order.length)} of ${withCommas(contacts.count)} fit the filter. `;
    if (frame.pairs === 0) text = "No primitives meet here.";
    if (left > 0) text += `${withCommas(contacts.count)} of ${withCommas(frame.pairs)} contacts are listed, the deepest ones.`;
    element("list-text").textContent = text;
    element("contact-count").textContent = withCommas(frame.pairs);
  }

  const height = () => Math.min(order.length * rowHeight, tallest);
  // The row at the upper edge, with its fraction: rows are further apart than they scroll where there are too many.
  function topRow() {
    const room = height() - list.clientHeight, rows = order.length - list.clientHeight / rowHeight;
    return room <= 0 ? 0 : Math.min(list.scrollTop / room, 1) * rows;
  }
  function scrollTo(row) {
    const room = height() - list.clientHeight, rows = order.length - list.clientHeight / rowHeight;
    const seen = list.clientHeight / rowHeight, top = topRow();
    if (row >= top && row + 1 <= top + seen) return;
    list.scrollTop = room * Math.min(1, Math.max(0, (row - seen / 2 + 0.5) / rows));
  }

  function makeRow(i, row, top) {
    const node = made("div", "contact");
    node.id = `contact-${i}`;
    node.setAttribute("role", "option");
    node.setAttribute("aria-selected", String(i === current));
    node.setAttribute("aria-posinset", row + 1);
    node.setAttribute("aria-setsize", order.length);
    node.style.top = `${list.scrollTop + (row - top) * rowHeight}px`;
    const first = made("div");
    for (const [body, primitive, between] of [[contacts.bodyA[i], contacts.a[i], "  ·  "], [contacts.bodyB[i], contacts.b[i], ""]]) {
      const dot = made("i");
      dot.style.background = scene.parts[body].colour;
      const name = report.bodies.length > 1 ? `${report.bodies[body].name} ` : "";
      first.append(dot, `${name}#${primitive}${between}`);
    }
    node.append(first, made("div", "what", `${kindNames[contacts.kind[i]]}, depth ${units.length(contacts.depth[i])}, length ${units.length(contacts.lengthOf(i))}`));
    node.onclick = () => choose(i);
    return node;
  }

  function drawRows() {
    if (!contacts) return;
    const top = topRow(), rows = [];
    const last = Math.min(order.length, Math.ceil(top + list.clientHeight / rowHeight) + 1);
    for (let row = Math.floor(top); row < last; ++row) rows.push(makeRow(order[row], row, top));
    filler.style.height = `${height()}px`;
    list.replaceChildren(filler, ...rows);
    const seen = current >= 0 && element(`contact-${current}`);
    if (seen) list.setAttribute("aria-activedescendant", seen.id); else list.removeAttribute("aria-activedescendant");
  }

  function choose(i, flying = true) {
    current = i;
    const row = i < 0 ? -1 : order.indexOf(i);
    if (row >= 0) scrollTo(row);
    drawRows();
    chose(contacts, i, flying);
  }
  // The next in the list, or the one before.
  function step(by) {
    if (order.length === 0) return;
    const row = current < 0 ? -1 : order.indexOf(current);
    const from = row >= 0 ? row : by > 0 ? -1 : order.length;
    choose(order[Math.min(order.length - 1, Math.max(0, from + by))]);
  }

  list.addEventListener("scroll", drawRows);
  new ResizeObserver(drawRows).observe(list);
  filter.addEventListener("input", () => contacts && arrange());
  sort.addEventListener("change", () => contacts && arrange());
  list.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -order.length, End: order.length }[event.key];
    if (by === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (by) step(by); else if (current >= 0) choose(current); else step(1);
  });

  return {
    show(answer, facts) { contacts = answer.contacts; frame = facts; current = -1; arrange(); },
    choose, step,
    // By its number in the whole list.
    placeOfIndex: (index) => contacts ? contacts.index.indexOf(index) : -1,
    ofPrimitive(body, primitive) {
      for (const i of order) {
        if ((contacts.bodyA[i] === body && contacts.a[i] === primitive) || (contacts.bodyB[i] === body && contacts.b[i] === primitive)) return i;
      }
      return -1;
    },
    onlyOf(body) { onlyBody = body; arrange(); },
    redraw: drawRows,
    get current() { return current; },
    get contacts() { return contacts; },
    get length() { return order.length; },
  };
}
