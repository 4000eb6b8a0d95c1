// How much of what is seen: opacity, highlights, edges, which axis is up.
function listenToDisplay(scene, camera, changed) {
  const { display } = scene;
  const apply = () => { scene.applyDisplay(); scene.draw(); changed(); };
  element("opacity").oninput = () => { element("slow").hidden = true; display.opacity = Number(element("opacity").value); apply(); };
  for (const name of ["through", "marked", "edges"]) {
    element(name).onchange = () => { display[name] = element(name).checked; apply(); };
  }
  element("up").onchange = () => camera.set({ up: element("up").value });
}
