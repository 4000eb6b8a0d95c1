// A report in a browser: it shows what the program answered, to those with a mouse and to those without.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { at, close, launch, open, tact, triangles, write } from "./program.mjs";

let browser;
const json = (...words) => tact(...words, "--format", "json").trim().split("\n").map((line) => JSON.parse(line));
const near = (is, expected, by, what) => expected.forEach((value, k) => assert.ok(Math.abs(is[k] - value) <= by, `${what}: ${is} is not ${expected}`));
const highlighted = (page) => page.evaluate(() => tact.scene.highlighted());
// What the camera looks at, in the units of the file.
const lookedAt = (page) => page.evaluate(() => tact.camera.state.target.map((t, k) => tact.report.origin[k] + t / tact.report.scale));
const middle = (contact) => contact.segment[0].map((v, k) => (v + contact.segment[1][k]) / 2);
// How many pixels of the view are of a colour like that of highlighted triangles, and of none.
const seen = (page) => page.evaluate(() => {
  tact.scene.drawNow();
  const gl = document.getElementById("canvas").getContext("webgl2");
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let red = 0, any = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] > 0) ++any;
    if (pixels[i] > 120 && pixels[i] > 1.6 * pixels[i + 1] && pixels[i] > 1.6 * pixels[i + 2]) ++red;
  }
  return { red, any };
});

before(async () => {
  tact("scenes", "cloth", "--frame", "100", "--write", ".");
  browser = await launch();
});
after(() => close(browser));

test("two bodies: every triangle that touches is highlighted, and nothing is asked of the network", async () => {
  const [answer] = json("collide", "ball.obj", "cloth.obj", "--contacts", "--report", "two.html");
  const page = await open(browser, "two.html");
  assert.equal(await page.textContent("#verdict"), `touching: ${answer.count} pairs`);
  assert.equal(await highlighted(page), triangles(answer.pairs, 0) + triangles(answer.pairs, 1));
  assert.equal(await page.evaluate(() => tact.list.length), answer.count);
  const drawn = await seen(page);
  assert.ok(drawn.red > 1000, `highlights are seen: ${drawn.red}`);
  await page.shot("two-bodies");
  await page.click("#tab-display");
  await page.uncheck("#marked");
  await page.uncheck("#through");
  assert.ok((await seen(page)).red < drawn.red / 4, "and gone where nobody wants them");
  page.sound();
});

test("a click in the list goes to the contact, and the address takes others there", async () => {
  const [answer] = json("collide", "ball.obj", "cloth.obj", "--contacts", "--report", "two.html");
  for (const reducedMotion of ["reduce", "no-preference"]) {
    const page = await open(browser, "two.html", { reducedMotion });
    await page.locator(".contact").nth(4).click();
    await page.waitForFunction(() => /contact=/.test(location.hash));
    const index = await page.evaluate(() => tact.list.contacts.index[tact.list.current]);
    const expected = answer.contacts[index];
    await page.waitForTimeout(reducedMotion === "reduce" ? 0 : 1500);
    near(await lookedAt(page), middle(expected), 1e-4, "the camera looks there");
    const card = await page.textContent("#card");
    assert.ok(card.includes(`triangle ${answer.pairs[index][0]}`) && card.includes(`triangle ${answer.pairs[index][1]}`), card);
    await page.evaluate(() => tact.address.write());
    await page.shot("a-contact");
    const hash = await page.evaluate(() => location.hash);
    const other = await open(browser, "two.html", { hash });
    near(await lookedAt(other), middle(expected), 1e-4, "who gets the link, too");
    assert.equal(await other.evaluate(() => tact.list.contacts.index[tact.list.current]), index);
    page.sound();
    other.sound();
  }
});

test("the list is sorted and filtered", async () => {
  const [answer] = json("collide", "ball.obj", "cloth.obj", "--contacts", "--report", "two.html");
  const page = await open(browser, "two.html");
  const deepest = Math.max(...answer.contacts.map((contact) => contact.depth));
  const firstDepth = () => page.evaluate(() => Number(/depth ([^,]+)/.exec(document.querySelector(".contact").textContent)[1]));
  assert.ok(Math.abs(await firstDepth() - deepest) < 1e-5);
  await page.fill("#filter", `ball ${answer.pairs[0][0]}`);
  const number = answer.pairs[0][0];
  assert.equal(await page.evaluate(() => tact.list.length), answer.pairs.filter((pair) => pair.includes(number)).length);
  await page.fill("#filter", "cross");
  assert.equal(await page.evaluate(() => tact.list.length), answer.contacts.filter((contact) => contact.kind === "crossing").length);
  await page.fill("#filter", "");
  await page.selectOption("#sort", "index");
  await page.evaluate(() => { document.getElementById("contacts").scrollTop = 1e9; });
  await page.waitForFunction((last) => document.querySelector(".contact:last-child").textContent.includes(`#${last}`), answer.pairs.at(-1)[1]);
  page.sound();
});

test("bodies are shown, hidden, alone, coloured; a plane cuts", async () => {
  const [answer] = json("collide", "ball.obj", "cloth.obj", "--pairs", "--report", "two.html");
  const page = await open(browser, "two.html", { colorScheme: "dark" });
  await page.click("#tab-bodies");
  await page.click('button[aria-label="Show only ball.obj"]');
  assert.equal(await highlighted(page), triangles(answer.pairs, 0));
  await page.shot("one-alone-dark");
  await page.click("#show-all");
  await page.uncheck('input[aria-label="Show ball.obj"]');
  assert.equal(await highlighted(page), triangles(answer.pairs, 1));
  await page.click("#show-all");
  await page.fill('input[type=color][aria-label="Colour of cloth.obj"]', "#112233");
  assert.equal(await page.evaluate(() => tact.scene.parts[1].colour), "#112233");
  await page.click("#tab-display");
  const whole = await seen(page);
  await page.selectOption("#section-axis", "x");
  const half = await seen(page);
  assert.ok(half.any < 0.8 * whole.any && half.any > 0.2 * whole.any, `${half.any} of ${whole.any}`);
  await page.shot("section-dark");
  await page.check("#section-flip");
  assert.ok((await seen(page)).any > 0.2 * whole.any);
  page.sound();
});

test("a timeline: the worst frame is the summary's, each frame has its triangles", async () => {
  const frames = json("play", "spheres", "--lod", "0", "--frames", "20..60", "--pairs", "--report", "spheres.html");
  const worst = frames.reduce((best, frame) => frame.count > best.count ? frame : best);
  const first = frames.find((frame) => frame.count > 0);
  const page = await open(browser, "spheres.html");
  const said = /most in frame (\d+) \(([\d,]+)\)/.exec(await page.textContent("#verdict"));
  assert.deepEqual([Number(said[1]), Number(said[2].replace(",", ""))], [worst.frame, worst.count]);
  const shown = () => page.evaluate(() => tact.report.frames.number[tact.timeline.frame]);
  const settled = async (frame) => {
    await page.waitForFunction((wanted) => tact.report.frames.number[tact.timeline.frame] === wanted && tact.list.length === tact.report.frames.listed[tact.timeline.frame], frame.frame);
    const touching = new Set(frame.pairs.flatMap(([a, b, p, q]) => [`${a}:${p}`, `${b}:${q}`]));
    assert.equal(await highlighted(page), touching.size, `frame ${frame.frame}`);
  };
  assert.equal(await shown(), worst.frame, "it opens there");
  await page.click("#to-first");
  await settled(first);
  await page.click("#to-worst");
  await settled(worst);
  await page.click("#step-on");
  await settled(frames[frames.indexOf(worst) + 1]);
  await page.shot("timeline");
  await page.click("#play");
  await page.waitForFunction((from) => tact.timeline.at > from + 2, frames.indexOf(worst) + 1);
  await page.click("#play");
  assert.equal(await page.evaluate(() => tact.timeline.playing), false);
  page.sound();
});

test("where bodies stand in a frame is where the program had them", async () => {
  tact("play", "tori", "--lod", "0", "--frames", "110..125", "--report", "tori.html");
  const page = await open(browser, "tori.html");
  for (const frame of [124, 113, 120]) {
    tact("scenes", "tori", "--lod", "0", "--frame", String(frame), "--write", `at${frame}`);
    await page.evaluate((number) => tact.timeline.go(tact.timeline.numbered(number)), frame);
    const { corners, error } = await page.evaluate(() => ({
      error: tact.report.error,
      corners: [0, 1].map((body) => [0, 7, 40].map((triangle) => tact.scene.cornersOf(body, triangle)
        .map((at) => at.map((v, k) => tact.report.origin[k] + v / tact.report.scale)))),
    }));
    const { readFileSync, readdirSync } = await import("node:fs");
    const names = await page.evaluate(() => tact.report.bodies.map((body) => body.name));
    const files = readdirSync(at(`at${frame}`));
    names.forEach((name, body) => {
      const file = files.find((f) => f.startsWith(name) || f.includes(name.replaceAll(" ", "-")) || f.includes(name.replaceAll(" ", "_")));
      const lines = readFileSync(at(`at${frame}/${file}`), "utf8").split("\n");
      const vertices = lines.filter((line) => line.startsWith("v ")).map((line) => line.split(" ").slice(1).map(Number));
      const faces = lines.filter((line) => line.startsWith("f ")).map((line) => line.split(" ").slice(1).map((word) => vertices[parseInt(word, 10) - 1]));
      [0, 7, 40].forEach((triangle, i) => faces[triangle].forEach((corner, k) => near(corners[body][i][k], corner, error, `${name} ${triangle}`)));
    });
  }
  page.sound();
});

test("the keyboard alone reaches everything", async () => {
  tact("play", "spheres", "--lod", "0", "--frames", "30..50", "--report", "keys.html");
  const page = await open(browser, "keys.html");
  const reached = new Set();
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.dataset.look));
  }
  for (const id of ["canvas", "fit", "corner", "top", "help-open", "to-first", "step-back", "play", "step-on", "to-worst", "speed", "frame",
    "tab-contacts", "filter", "sort", "contacts"]) assert.ok(reached.has(id), `Tab reaches ${id}`);
  await page.focus("#tab-contacts");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-bodies");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "body-filter");
  await page.focus("#canvas");
  const view = () => page.evaluate(() => ({ ...tact.camera.state, target: [...tact.camera.state.target] }));
  const before = await view();
  await page.keyboard.press("ArrowLeft");
  assert.notEqual((await view()).yaw, before.yaw);
  await page.keyboard.press("Shift+ArrowUp");
  assert.notDeepEqual((await view()).target, before.target);
  await page.keyboard.press("+");
  assert.ok((await view()).distance < before.distance);
  await page.keyboard.press("f");
  await page.keyboard.press("n");
  assert.equal(await page.evaluate(() => tact.list.current >= 0), true);
  assert.equal(await page.isVisible("#card"), true);
  await page.keyboard.press("i");
  assert.equal(await page.evaluate(() => tact.bodiesList.hidden.length), 10);
  await page.keyboard.press("x");
  assert.notEqual(await page.evaluate(() => document.getElementById("section-axis").value), "");
  await page.keyboard.press("x");
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#card"), false);
  await page.keyboard.press("g");
  assert.equal(await page.evaluate(() => tact.timeline.frame), await page.evaluate(() => tact.report.first));
  await page.keyboard.press("w");
  assert.equal(await page.evaluate(() => tact.timeline.frame), await page.evaluate(() => tact.report.worst));
  await page.keyboard.press("?");
  assert.equal(await page.isVisible("#help"), true);
  await page.shot("help");
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#help"), false);
  page.sound();
});

test("a mesh's name is text, whatever it says", async () => {
  const name = "a</script><img src=x onerror=document.title='bad'>.obj";
  write(name, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write("b.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.3 1\nf 1 2 3\n");
  tact("collide", name, "b.obj", "--report", "hostile.html");
  const page = await open(browser, "hostile.html");
  assert.equal(await page.evaluate(() => tact.report.bodies[0].name), name);
  assert.equal(await page.textContent("h1"), `${name} and b.obj`);
  await page.locator(".contact").first().click();
  assert.equal(await page.locator("img").count(), 0);
  assert.notEqual(await page.title(), "bad");
  page.sound();
});

test("nothing, one triangle, far away and tiny", async () => {
  const scaled = (size, x) => [[0, 0, 0], [1, 0, 0], [0, 1, 0]].map((p) => `v ${x + size * p[0]} ${x + size * p[1]} ${x + size * p[2]}\n`).join("") + "f 1 2 3\n";
  const across = (size, x) => [[0.2, 0.2, -1], [0.2, 0.2, 1], [0.3, 0.3, 1]].map((p) => `v ${x + size * p[0]} ${x + size * p[1]} ${x + size * p[2]}\n`).join("") + "f 1 2 3\n";
  for (const [name, size, x] of [["one", 1, 0], ["far", 1, 1e6], ["tiny", 1e-6, 0], ["huge", 1e30, 0]]) {
    write(`${name}-a.obj`, scaled(size, x));
    write(`${name}-b.obj`, across(size, x));
    const [answer] = json("collide", `${name}-a.obj`, `${name}-b.obj`, "--contacts", "--report", `${name}.html`);
    const page = await open(browser, `${name}.html`);
    assert.equal(answer.count, 1);
    assert.equal(await highlighted(page), 2, name);
    await page.locator(".contact").first().click();
    near(await lookedAt(page), middle(answer.contacts[0]), 1e-5 * size, name);
    assert.ok((await seen(page)).red > 1000, name);
    await page.shot(`case-${name}`);
    page.sound();
  }
  tact("self", "one-a.obj", "--report", "single.html");
  const page = await open(browser, "single.html");
  assert.equal(await page.textContent("#verdict"), "clear");
  assert.equal(await highlighted(page), 0);
  await page.keyboard.press("n");
  assert.equal(await page.isVisible("#card"), false);
  assert.ok((await seen(page)).any > 1000);
  await page.shot("case-single");
  page.sound();
});

test("clouds of points", async () => {
  const [frame] = json("play", "mixed", "--lod", "0", "--frames", "40..40", "--pairs", "--report", "mixed.html");
  const page = await open(browser, "mixed.html");
  const touching = new Set(frame.pairs.flatMap(([a, b, p, q]) => [`${a}:${p}`, `${b}:${q}`]));
  assert.equal(await highlighted(page), touching.size);
  await page.shot("points");
  page.sound();
});

test("very many contacts: a list that scrolls", async () => {
  const comb = (turn) => {
    let text = "";
    for (let i = 0; i < 160; ++i) {
      const s = i / 160;
      text += turn ? `v 0 ${s} 0.5\nv 1 ${s} 0.5\nv 1 ${s + 1e-4} 0.5\n` : `v ${s} 0 0\nv ${s} 1 1\nv ${s} 1 0\n`;
    }
    for (let i = 0; i < 160; ++i) text += `f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}\n`;
    return text;
  };
  write("comb-a.obj", comb(false));
  write("comb-b.obj", comb(true));
  const [answer] = json("collide", "comb-a.obj", "comb-b.obj", "--report", "comb.html");
  const page = await open(browser, "comb.html");
  assert.ok(answer.count > 10000, String(answer.count));
  assert.equal(await page.evaluate(() => tact.list.length), answer.count);
  await page.focus("#contacts");
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => tact.list.contacts.index[tact.list.current]), await page.evaluate(() => {
    const { count, depth } = tact.list.contacts;
    return [...Array(count).keys()].sort((i, j) => depth[j] - depth[i] || i - j)[count - 1];
  }), "the last one");
  assert.ok(await page.locator(".contact[aria-selected=true]").isVisible());
  assert.ok(await page.locator(".contact").count() < 60, "rows are made for what is seen");
  await page.shot("many");
  page.sound();
});

test("without WebGL and without scripts there are words, a picture and tables; a phone has room for all", async () => {
  const [answer] = json("self", "cloth.obj", "--report", "self.html");
  const context = await browser.newContext();
  const blind = await context.newPage();
  await blind.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await blind.goto(`file://${at("self.html")}`);
  await blind.waitForFunction(() => document.body.dataset.failed);
  assert.equal(await blind.isVisible("#picture svg"), true);
  assert.equal(await blind.isVisible("#stage"), false);
  const still = await open(browser, "self.html", { javaScriptEnabled: false, wait: false });
  assert.ok((await still.textContent("#verdict")).startsWith(`touching: ${answer.count} pairs`));
  assert.equal(await still.isVisible("#picture svg"), true);
  assert.equal(await still.locator("table").first().locator("tbody tr").count(), Math.min(100, answer.count));
  await still.shot("without-scripts");
  const phone = await open(browser, "self.html", { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" });
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
  await phone.locator(".contact").first().tap();
  assert.equal(await phone.isVisible("#card"), true);
  await phone.shot("phone", { fullPage: true });
  phone.sound();
});
