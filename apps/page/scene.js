// Bodies and contacts as three.js has them. Everything that can be shown or hidden, and in which colour.
const bodyColours = ["#5689c9", "#3fa08a", "#967bc4", "#b08d48", "#5c9868", "#be7696", "#76828f"];

function makeScene(THREE, canvas, report, bodies) {
  // With very many triangles, edges are no coarser than pixels: smoothing them costs and shows nothing.
  const heavy = bodies.reduce((sum, body) => sum + body.shown_triangles, 0) > 250000;
  const context = canvas.getContext("webgl2", { antialias: !heavy, alpha: true, powerPreference: "high-performance" });
  if (!context) throw new Error("no WebGL 2");
  const renderer = new THREE.WebGLRenderer({ canvas, context, alpha: true });
  renderer.setClearColor(0x000000, 0);
  const scene = new THREE.Scene();
  scene.autoUpdate = false;
  const camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
  const section = { value: new THREE.Vector4(0, 0, 0, 1) };
  const viewport = { value: new THREE.Vector2(1, 1) };
  const pixels = { value: 1 };
  const bright = { value: 1 };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const colourOf = (name) => new THREE.Color(name);

  const material = (shader, uniforms, more = {}) => new THREE.ShaderMaterial({
    ...shader, uniforms: { section, bright, ...uniforms }, defines: {}, side: THREE.DoubleSide, extensions: { derivatives: true }, ...more,
  });

  // A mesh of its own, and one of those of its triangles that touch, over the same vertices.
  const parts = bodies.map((body, i) => {
    const positions = new THREE.BufferAttribute(body.places, 3);
    const make = (shader, uniforms, more) => {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", positions);
      if (body.points) geometry.setAttribute("radius", new THREE.BufferAttribute(body.radii, 1));
      const surface = material(body.points ? pointShader : shader, body.points ? { ...uniforms, pixels } : uniforms, more);
      const mesh = body.points ? new THREE.Points(geometry, surface) : new THREE.Mesh(geometry, surface);
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      scene.add(mesh);
      return mesh;
    };
    const colour = bodyColours[i % bodyColours.length];
    const whole = make(surfaceShader, { colour: { value: colourOf(colour) }, opacity: { value: 1 }, glow: { value: 0 } },
      { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 });
    if (!body.points) whole.geometry.setIndex(new THREE.BufferAttribute(body.corners, 1));
    const marked = make(surfaceShader, { colour: { value: colourOf("#f0512d") }, opacity: { value: 1 }, glow: { value: 0.25 } },
      { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    marked.renderOrder = -1;
    marked.visible = false;
    const edges = new THREE.LineSegments(new THREE.BufferGeometry(),
      material(edgeShader, { colour: { value: colourOf("#4a0d02") }, opacity: { value: 0.6 } }, { transparent: true, depthWrite: false }));
    edges.geometry.setAttribute("position", positions);
    edges.frustumCulled = false;
    edges.matrixAutoUpdate = false;
    edges.visible = false;
    scene.add(edges);
    return { whole, marked, edges, positions, colour, shown: true, touching: new Uint32Array(0) };
  });

  // A quad for every segment; twice, so that it also shines through what is in front of it.
  const quad = new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3);
  const makeSegments = (colour, width, nearer, more) => {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("position", quad);
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const mesh = new THREE.Mesh(geometry, material(segmentShader, {
      colour: { value: colourOf(colour) }, opacity: { value: more.opacity ?? 1 }, viewport, width: { value: width }, nearer: { value: nearer },
    }, { transparent: true, depthWrite: false, depthTest: more.depthTest }));
    mesh.frustumCulled = false;
    mesh.renderOrder = more.order;
    mesh.visible = false;
    scene.add(mesh);
    return mesh;
  };
  const segments = makeSegments("#ffd23f", 3.2, 2e-4, { depthTest: true, order: 10 });
  const through = makeSegments("#ffb52e", 3.2, 0, { depthTest: false, order: 9, opacity: 0.45 });
  const chosenEdges = makeSegments("#ffffff", 3, 0, { depthTest: false, order: 11, opacity: 0.9 });
  const chosen = makeSegments("#19c3ff", 6.5, 0, { depthTest: false, order: 12 });
  const setSegments = (mesh, values, count) => {
    const buffer = new THREE.InstancedInterleavedBuffer(values, 6, 1);
    mesh.geometry.setAttribute("from", new THREE.InterleavedBufferAttribute(buffer, 3, 0));
    mesh.geometry.setAttribute("to", new THREE.InterleavedBufferAttribute(buffer, 3, 3));
    mesh.geometry.maxInstancedCount = count;
    mesh.visible = count > 0;
  };

  const display = { opacity: 0.3, through: true, marked: true, edges: true };
  const applyDisplay = () => {
    for (const part of parts) {
      const opacity = display.opacity;
      const m = part.whole.material;
      m.uniforms.opacity.value = opacity;
      if (m.transparent !== opacity < 1) m.needsUpdate = true;
      m.transparent = opacity < 1;
      m.depthWrite = opacity >= 1;
      part.whole.visible = part.shown && opacity > 0;
      part.marked.visible = part.shown && display.marked && part.touching.length > 0;
      part.edges.visible = part.marked.visible && display.edges;
    }
    through.visible = display.through && segments.visible;
    const many = segments.geometry.maxInstancedCount ?? 0;
    for (const mesh of [segments, through]) mesh.material.uniforms.width.value = many < 200 ? 3.2 : many < 1500 ? 2.4 : 1.7;
  };

  // Which primitives of a body are highlighted: index lists into the vertices that it has anyway.
  function mark(part, body, touching) {
    part.touching = touching;
    const corners = [], edges = [];
    for (const primitive of touching) {
      const place = body.placeOf(primitive);
      if (body.points) { corners.push(place); continue; }
      const [a, b, c] = body.corners.subarray(3 * place, 3 * place + 3);
      corners.push(a, b, c);
      edges.push(a, b, b, c, c, a);
    }
    part.marked.geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(corners), 1));
    part.edges.geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(edges), 1));
  }

  // Layers of a million translucent triangles take long without a fast graphics card: while things move, and
  // at first, such scenes are drawn solid, and as they should be when nothing moved for a moment.
  let wanted = false, settling = 0, ready = false;
  function solid(on) {
    for (const part of parts) {
      const m = part.whole.material;
      m.uniforms.opacity.value = on ? 1 : display.opacity;
      m.depthWrite = on || display.opacity >= 1;
      m.depthTest = true;
      if (m.transparent === on && display.opacity < 1) { m.transparent = !on; m.needsUpdate = true; }
    }
  }
  function render() {
    for (const before of api.onDraw) before();
    scene.updateMatrixWorld();
    camera.updateMatrixWorld();
    renderer.render(scene, camera);
  }
  const api = {
    THREE, camera, bodies, parts, display, section,
    height: 600,
    onDraw: [],
    // Draws soon, once, however often it is asked for.
    draw() {
      if (wanted || !ready) return;
      wanted = true;
      requestAnimationFrame(() => { wanted = false; if (heavy) api.drawSoon(); else render(); });
    },
    drawSoon() {
      solid(true);
      render();
      solid(false);
      clearTimeout(settling);
      if (display.opacity < 1) settling = setTimeout(render, 350);
    },
    drawNow() { render(); },
    // The first time. True where it took so long that the scene had better stay solid.
    drawFirst() {
      ready = true;
      if (!heavy) { render(); return false; }
      const begin = performance.now();
      solid(true);
      render();
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4)); // waits for it
      solid(false);
      if (performance.now() - begin > 250) return true;
      api.draw();
      return false;
    },
    // Whether there is a section plane.
    cut(on) {
      scene.traverse(({ material: m }) => {
        if (!m || Boolean(m.defines.SECTION) === on) return;
        m.defines = on ? { SECTION: 1 } : {};
        m.needsUpdate = true;
      });
    },
    resize() {
      const ratio = Math.min(devicePixelRatio || 1, 2);
      const width = canvas.clientWidth, height = canvas.clientHeight;
      if (!width || !height) return;
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      api.height = height;
      viewport.value.set(width, height);
      pixels.value = height * ratio / 2;
      camera.updateProjectionMatrix();
      api.draw();
    },
    place(states) {
      parts.forEach((part, i) => {
        if (bodies[i].moves) {
          placesOf(bodies[i], states[i], bodies[i].places);
          part.positions.needsUpdate = true;
          return;
        }
        const m = states[i];
        for (const mesh of [part.whole, part.marked, part.edges]) {
          mesh.matrix.set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
          mesh.matrixWorldNeedsUpdate = true;
        }
      });
    },
    showAnswer(answer) {
      parts.forEach((part, i) => mark(part, bodies[i], answer.touching[i]));
      setSegments(segments, answer.contacts.segments, answer.contacts.count);
      setSegments(through, answer.contacts.segments, answer.contacts.count);
      api.choose(null);
      applyDisplay();
    },
    // The two primitives of a contact in outline, and its segment; null: none.
    choose(contacts, i) {
      chosen.visible = chosenEdges.visible = false;
      if (!contacts) return;
      setSegments(chosen, contacts.segments.slice(6 * i, 6 * i + 6), 1);
      const values = [];
      for (const [body, primitive] of [[contacts.bodyA[i], contacts.a[i]], [contacts.bodyB[i], contacts.b[i]]]) {
        const at = api.cornersOf(body, primitive);
        if (at.length === 3) for (let k = 0; k < 3; ++k) values.push(...at[k], ...at[(k + 1) % 3]);
      }
      setSegments(chosenEdges, new Float32Array(values), values.length / 6);
    },
    // Where the corners of a primitive stand now.
    cornersOf(body, primitive) {
      const place = bodies[body].placeOf(primitive);
      if (place === undefined) return [];
      const vertices = bodies[body].points ? [place] : bodies[body].corners.subarray(3 * place, 3 * place + 3);
      return Array.from(vertices, (v) => new THREE.Vector3().fromArray(bodies[body].places, 3 * v)
        .applyMatrix4(parts[body].whole.matrix).toArray());
    },
    // The box of the bodies that are shown.
    box() {
      const box = new THREE.Box3(), point = new THREE.Vector3();
      parts.forEach((part, i) => {
        if (!part.shown) return;
        const at = bodies[i].places;
        for (let k = 0; k < at.length; k += 3) box.expandByPoint(point.fromArray(at, k).applyMatrix4(part.whole.matrix));
      });
      return box;
    },
    highlighted: () => parts.reduce((sum, part) => sum + (part.marked.visible ? part.marked.geometry.index.count / (part.marked.isPoints ? 1 : 3) : 0), 0),
    applyDisplay,
    setColour(i, colour) {
      parts[i].colour = colour;
      parts[i].whole.material.uniforms.colour.value = colourOf(colour);
      api.draw();
    },
    setShown(shown) {
      parts.forEach((part, i) => { part.shown = shown(i); });
      applyDisplay();
      api.draw();
    },
  };
  const theme = () => {
    bright.value = dark.matches ? 1.5 : 1;
    chosenEdges.material.uniforms.colour.value = colourOf(dark.matches ? "#ffffff" : "#20242a");
    api.draw();
  };
  dark.addEventListener("change", theme);
  theme();
  return api;
}
