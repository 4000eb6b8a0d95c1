// The place that is looked at, in the address behind the #: whoever gets the link sees the same.
function makeAddress(collect) {
  let waiting = 0;
  let written = location.hash;
  function write() {
    waiting = 0;
    const text = "#" + Object.entries(collect()).filter(([, value]) => value !== null && value !== "")
      .map(([name, value]) => `${name}=${value}`).join("&");
    if (text === location.hash) return;
    written = text;
    try { history.replaceState(null, "", text); } catch { location.replace(text); }
  }
  return {
    // Soon, but not at every step of a movement.
    changed() { waiting ||= setTimeout(write, 250); },
    write,
    read: () => Object.fromEntries(location.hash.slice(1).split("&").map((part) => part.split("=")).filter((part) => part.length === 2)),
    onArrival(go) { addEventListener("hashchange", () => { if (location.hash !== written) go(); }); },
  };
}
