// Numbers and places in words.
const withCommas = (value) => value.toLocaleString("en-US");
const short = (value) => value === 0 ? "0" : String(Number(value.toPrecision(6)));

// In the units of the file, from those of the page.
function makeUnits(report) {
  const digits = Math.max(1, Math.ceil(-Math.log10(report.error || 1)));
  const exact = (value) => {
    const size = Math.abs(value);
    return size >= 1e-4 && size < 1e9 ? String(Number(value.toFixed(Math.min(digits + 1, 20)))) : String(Number(value.toPrecision(8)));
  };
  return {
    length: (value) => short(value / report.scale),
    place: (at) => at.map((value, k) => exact(report.origin[k] + value / report.scale)).join("  "),
  };
}

// An element with a class and text. Text is never read as HTML.
function made(tag, name, text, more = {}) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return Object.assign(node, more);
}
