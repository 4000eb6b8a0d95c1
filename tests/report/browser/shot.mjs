// A picture of a report:   node shot.mjs PAGE.html PICTURE.png [dark] ['#place'] [WIDTHxHEIGHT]
// Needs what `make web-test` installs. The picture comes out the same for the same page.
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [page, picture, ...more] = process.argv.slice(2);
const web = process.env.TACT_WEB ?? join(dirname(fileURLToPath(import.meta.url)), "../../../build/web");
const { chromium } = createRequire(join(web, "package.json"))("playwright-core");
const size = /^(\d+)x(\d+)$/.exec(more.find((word) => /^\d+x\d+$/.test(word)) ?? "1200x720");
const browser = await chromium.launch({
  executablePath: process.env.TACT_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const tab = await browser.newPage({
  viewport: { width: Number(size[1]), height: Number(size[2]) },
  colorScheme: more.includes("dark") ? "dark" : "light", reducedMotion: "reduce",
});
tab.setDefaultTimeout(120000);
await tab.goto(`file://${resolve(page)}${more.find((word) => word.startsWith("#")) ?? ""}`);
await tab.waitForFunction(() => document.body.classList.contains("live"));
await tab.waitForTimeout(500);
await tab.screenshot({ path: picture });
await browser.close();
