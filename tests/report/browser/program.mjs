// The program, a folder for it, and a browser without a graphics card for what it writes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { TACT_PROGRAM: program, TACT_CHROMIUM: chromium, TACT_WEB: web } = process.env;
const { chromium: driver } = createRequire(join(web, "package.json"))("playwright-core");
const shots = join(web, "shots");

export const folder = mkdtempSync(join(tmpdir(), "tact-web-"));
export const at = (name) => join(folder, name);

export function write(name, text) {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

// What the program printed; its answer must be one: 0 or 1.
export function tact(...words) {
  const run = spawnSync(program, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(run.status === 0 || run.status === 1, `tact ${words.join(" ")}: ${run.status} ${run.stderr}`);
  return run.stdout;
}

export const triangles = (pairs, side) => new Set(pairs.map((pair) => pair[side])).size;

export async function launch() {
  mkdirSync(shots, { recursive: true });
  return driver.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
}

// Opens a report in a context of its own. What it says on the console, and whatever it asks for, is a failure.
export async function open(browser, name, { hash = "", wait = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  page.complaints = [];
  page.asked = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) page.complaints.push(message.text()); });
  page.on("pageerror", (error) => page.complaints.push(error.stack));
  page.on("request", (request) => page.asked.push(request.url()));
  await page.goto(`file://${at(name)}${hash}`);
  if (wait) await page.waitForFunction(() => document.body.classList.contains("live") || document.body.dataset.failed);
  // Pictures are kept to be looked at; a machine that is too busy to draw one in time fails no test by it, but says so.
  page.shot = async (as, more = {}) => {
    try {
      return await page.screenshot({ path: join(shots, `${as}.png`), ...more });
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      console.log(`# no picture ${as}.png: it was not drawn in time`);
      return null;
    }
  };
  page.sound = () => {
    assert.deepEqual(page.complaints, []);
    assert.equal(page.asked.length, 1, `asked for ${page.asked}`);
  };
  return page;
}

export async function close(browser) {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
