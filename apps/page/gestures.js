// Mouse, pen and fingers on the canvas: turn, move, zoom, choose.
function listenToGestures(canvas, camera, choose) {
  const held = new Map(); // pointer -> last place
  let travelled = 0;
  const middle = () => {
    const all = [...held.values()];
    return [all.reduce((s, p) => s + p[0], 0) / all.length, all.reduce((s, p) => s + p[1], 0) / all.length];
  };
  const spread = () => {
    const [p, q] = [...held.values()];
    return q ? Math.hypot(p[0] - q[0], p[1] - q[1]) : 0;
  };
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (held.size === 1) travelled = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) return;
    const before = middle(), apart = spread();
    held.set(event.pointerId, [event.clientX, event.clientY]);
    const after = middle();
    const x = after[0] - before[0], y = after[1] - before[1];
    travelled += Math.abs(x) + Math.abs(y);
    if (held.size > 1) {
      camera.pan(x, y);
      if (apart > 0 && spread() > 0) camera.zoom(apart / spread());
    } else if (event.buttons & 6 || event.shiftKey) {
      camera.pan(x, y);
    } else {
      camera.orbit(x, y);
    }
  });
  const release = (event) => {
    if (held.delete(event.pointerId) && held.size === 0 && travelled < 5 && event.type === "pointerup" && event.button === 0) {
      const box = canvas.getBoundingClientRect();
      choose(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
    }
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoom(Math.exp(Math.min(0.4, Math.max(-0.4, event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)))));
  }, { passive: false });
}

// The highlighted primitive under a place of the view (from -1 to 1), as [body, primitive]; null: none.
function pick(scene, x, y) {
  const { THREE } = scene;
  const caster = new THREE.Raycaster();
  caster.setFromCamera(new THREE.Vector2(x, y), scene.camera);
  const at = new THREE.Vector3(), v = new THREE.Vector4();
  let best = null, nearest = Infinity;
  const inSection = (p) => { v.copy(scene.section.value); return p.x * v.x + p.y * v.y + p.z * v.z <= v.w; };
  scene.parts.forEach((part, body) => {
    if (!part.marked.visible) return;
    for (const primitive of part.touching) {
      const corners = scene.cornersOf(body, primitive).map((c) => new THREE.Vector3().fromArray(c));
      if (corners.length === 1) {
        const radius = scene.bodies[body].radii[primitive];
        if (caster.ray.distanceToPoint(corners[0]) > radius) continue;
        at.copy(corners[0]);
      } else if (corners.length < 3 || !caster.ray.intersectTriangle(...corners, false, at)) {
        continue;
      }
      const distance = at.distanceTo(caster.ray.origin);
      if (distance < nearest && inSection(at)) { nearest = distance; best = [body, primitive]; }
    }
  });
  return best;
}
