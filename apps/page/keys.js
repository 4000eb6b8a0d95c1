// What keys do. In fields, where keys have a meaning of their own, they keep it.
function listenToKeys(act, animated) {
  const turn = (x, y) => (event) => event.shiftKey ? act.pan(x, y) : act.orbit(x, y);
  const keys = {
    "+": () => act.zoom(0.85), "=": () => act.zoom(0.85), "-": () => act.zoom(1 / 0.85),
    f: act.fit, 1: () => act.look("corner"), 2: () => act.look("front"), 3: () => act.look("side"), 4: () => act.look("top"),
    n: () => act.contact(1), p: () => act.contact(-1), i: act.isolate, x: act.section,
    "[": () => act.opacity(-0.1), "]": () => act.opacity(0.1), Escape: act.release, "?": act.help,
  };
  const inView = { ArrowLeft: turn(-25, 0), ArrowRight: turn(25, 0), ArrowUp: turn(0, -25), ArrowDown: turn(0, 25) };
  const ofFrames = { " ": act.play, ",": () => act.step(-1), ".": () => act.step(1), g: act.first, w: act.worst };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || element("help").open) return;
    const on = event.target;
    if (on.matches("input[type=search], input[type=color], select, textarea")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // A button is pressed by the space bar, a summary opened; sliders take arrows.
    const does = keys[key] ?? (on === element("canvas") ? inView[key] : undefined) ??
      (animated && !(key === " " && on.matches("button, summary, input")) ? ofFrames[key] : undefined);
    if (!does) return;
    event.preventDefault();
    does(event);
  });
}
