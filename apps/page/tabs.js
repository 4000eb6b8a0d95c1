// One of three panels at a time; arrows go from tab to tab.
function makeTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  function open(tab, focus = false) {
    for (const other of tabs) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      element(other.getAttribute("aria-controls")).hidden = !on;
    }
    if (focus) tab.focus();
  }
  tabs.forEach((tab, i) => {
    tab.onclick = () => open(tab);
    tab.onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) open(tabs[(i + by + tabs.length) % tabs.length], true);
    };
  });
  return { open: (name) => open(element(`tab-${name}`)) };
}
