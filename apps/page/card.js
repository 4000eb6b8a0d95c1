// What is known of the contact that was chosen.
function makeCard(report, units, act) {
  const card = element("card");
  return {
    hide() { card.hidden = true; },
    show(contacts, i) {
      const name = (body, primitive) => `${report.bodies[body].name}, ${report.bodies[body].points ? "point" : "triangle"} ${primitive}`;
      const facts = made("dl");
      const ends = [0, 3].map((k) => Array.from(contacts.segments.subarray(6 * i + k, 6 * i + k + 3)));
      for (const [what, value] of [
        ["a", name(contacts.bodyA[i], contacts.a[i])], ["b", name(contacts.bodyB[i], contacts.b[i])],
        ["kind", kindNames[contacts.kind[i]]], ["depth", units.length(contacts.depth[i])],
        ["from", units.place(ends[0])], ["to", units.place(ends[1])]]) {
        facts.append(made("dt", "", what), made("dd", "", value));
      }
      const row = made("div", "row");
      const link = made("button", "", "Copy link");
      link.onclick = async () => {
        act.link();
        try { await navigator.clipboard.writeText(location.href); link.textContent = "Copied"; } catch { link.textContent = "It is in the address bar"; }
      };
      const buttons = [["Previous", () => act.contact(-1), "P"], ["Next", () => act.contact(1), "N"], ["Only these", act.isolate, "I"]];
      row.append(...buttons.map(([text, does, key]) => made("button", "", text, { onclick: does, title: `${text} (${key})` })), link);
      const close = made("button", "close", "✕", { onclick: act.release, title: "Let go (Esc)" });
      close.setAttribute("aria-label", "Let go of the contact");
      card.replaceChildren(made("h2", "", `Contact ${withCommas(contacts.index[i])}`), close, facts, row);
      card.hidden = false;
    },
  };
}
