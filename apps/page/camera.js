// Where one looks from: a point that is looked at, how far from it, and two angles. Angles of the start are those of
// the picture that the program draws.
const looks = { corner: [-60, 25], front: [-90, 0], side: [0, 0], top: [-90, 89.9] };

function makeCamera(scene, moved) {
  const { THREE, camera } = scene;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const state = { target: [0, 0, 0], distance: 4, yaw: looks.corner[0], pitch: looks.corner[1], up: "z" };
  let flight = null;
  const limit = (value, low, high) => Math.min(high, Math.max(low, value));

  // Right, up and towards the eye, as unit vectors.
  function axes() {
    const yaw = state.yaw * Math.PI / 180, pitch = state.pitch * Math.PI / 180;
    const turn = state.up === "z" ? ([x, y, z]) => [x, y, z] : ([x, y, z]) => [x, z, -y];
    return {
      right: turn([-Math.sin(yaw), Math.cos(yaw), 0]),
      up: turn([-Math.sin(pitch) * Math.cos(yaw), -Math.sin(pitch) * Math.sin(yaw), Math.cos(pitch)]),
      towards: turn([Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)]),
    };
  }

  function apply() {
    const { up, towards } = axes();
    const eye = state.target.map((t, k) => t + towards[k] * state.distance);
    camera.position.fromArray(eye);
    camera.up.fromArray(up);
    camera.lookAt(new THREE.Vector3().fromArray(state.target));
    const reach = 4 + Math.hypot(...state.target);
    camera.near = Math.max(state.distance * 0.02, (state.distance - reach) * 0.5);
    camera.far = state.distance + reach;
    camera.updateProjectionMatrix();
    scene.draw();
  }

  function set(values, quietly = false) {
    Object.assign(state, values);
    state.distance = limit(state.distance, 1e-5, 200);
    state.pitch = limit(state.pitch, -89.9, 89.9);
    apply();
    if (!quietly) moved();
  }

  // Gets there in less than half a second, or at once for those who want nothing to move.
  function fly(values) {
    flight?.();
    if (calm.matches) return set(values);
    const from = { ...state }, begin = performance.now();
    let going = true;
    flight = () => { going = false; };
    const mix = (a, b, t) => a + (b - a) * t;
    const step = (now) => {
      if (!going) return;
      const t = limit((now - begin) / 420, 0, 1), s = t * t * (3 - 2 * t);
      const to = { ...from, ...values };
      const turn = ((to.yaw - from.yaw + 540) % 360 + 360) % 360 - 180;
      set({
        target: from.target.map((a, k) => mix(a, to.target[k], s)),
        distance: Math.exp(mix(Math.log(from.distance), Math.log(to.distance), s)),
        yaw: from.yaw + turn * s, pitch: mix(from.pitch, to.pitch, s),
      }, t < 1);
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // How far away a ball of that radius fills the view.
  const distanceFor = (radius) => 1.08 * radius / Math.sin(Math.PI * camera.fov / 360) / Math.min(1, camera.aspect);

  const api = {
    state, axes, set, fly,
    stop: () => flight?.(),
    orbit(x, y) { flight?.(); set({ yaw: state.yaw - x * 0.4, pitch: state.pitch + y * 0.4 }); },
    pan(x, y) {
      flight?.();
      const { right, up } = axes();
      const step = 2 * state.distance * Math.tan(Math.PI * camera.fov / 360) / scene.height;
      set({ target: state.target.map((t, k) => t + (-x * right[k] + y * up[k]) * step) });
    },
    zoom(factor) { flight?.(); set({ distance: state.distance * factor }); },
    // So that the corners of the box of all that is shown are just seen.
    fit(at_once = false) {
      const box = scene.box();
      if (box.isEmpty()) return;
      const middle = box.getCenter(new THREE.Vector3()).toArray(), half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5).toArray();
      const { right, up, towards } = axes();
      const high = Math.tan(Math.PI * camera.fov / 360) * 0.92, wide = high * camera.aspect;
      let distance = 1e-4;
      for (let corner = 0; corner < 8; ++corner) {
        const at = half.map((h, k) => corner >> k & 1 ? h : -h);
        const along = (axis) => at.reduce((s, a, k) => s + a * axis[k], 0);
        distance = Math.max(distance, along(towards) + Math.max(Math.abs(along(right)) / wide, Math.abs(along(up)) / high));
      }
      (at_once ? set : fly)({ target: middle, distance });
    },
    look(name) { fly({ yaw: looks[name][0], pitch: looks[name][1] }); },
    // A place, with that much room around it.
    goTo(place, radius) { fly({ target: place, distance: Math.max(distanceFor(radius), 1e-4) }); },
  };
  return api;
}
