// A plane that cuts away what is in front of it.
function makeSection(scene, camera, changed) {
  const axis = element("section-axis"), place = element("section-place"), flip = element("section-flip");
  let sight = [0, 0, 1]; // the line of sight when it was chosen

  // From corner to corner of what is shown, along the axis.
  function bounds(direction) {
    const box = scene.box();
    if (box.isEmpty()) return [-1, 1];
    const middle = box.getCenter(new scene.THREE.Vector3()).toArray(), half = box.getSize(new scene.THREE.Vector3()).toArray();
    const at = middle.reduce((s, m, k) => s + m * direction[k], 0);
    const reach = half.reduce((s, h, k) => s + Math.abs(h / 2 * direction[k]), 0) * 1.001 + 1e-7;
    return [at - reach, at + reach];
  }
  const direction = () => ({ x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[axis.value] ?? sight);

  function apply() {
    const on = axis.value !== "";
    scene.cut(on);
    place.disabled = flip.disabled = !on;
    if (!on) {
      scene.section.value.set(0, 0, 0, 1);
    } else {
      const along = direction(), [low, high] = bounds(along);
      const at = low + (high - low) * Number(place.value), sign = flip.checked ? -1 : 1;
      scene.section.value.set(...along.map((d) => sign * d), sign * at);
    }
    scene.draw();
    changed();
  }
  axis.onchange = () => { sight = camera.axes().towards; apply(); };
  place.oninput = flip.onchange = apply;

  return {
    apply,
    // Through a point, across the line of sight; or none, if there is one.
    toggle(point) {
      if (axis.value !== "") { axis.value = ""; return apply(); }
      axis.value = "view";
      sight = camera.axes().towards;
      const [low, high] = bounds(sight);
      if (point) place.value = (point.reduce((s, p, k) => s + p * sight[k], 0) - low) / (high - low);
      apply();
    },
    get state() { return axis.value === "" ? null : [axis.value, place.value, flip.checked ? 1 : 0, ...sight.map((s) => s.toFixed(4))]; },
    set state(values) {
      axis.value = values ? values[0] : "";
      if (values) {
        place.value = values[1];
        flip.checked = values[2] === "1";
        sight = values.slice(3, 6).map(Number);
      }
      apply();
    },
  };
}
