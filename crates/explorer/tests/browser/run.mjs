// Drives the explorer in a real browser:
//
//   node run.mjs [--rhizome PROGRAM] [--chromium PROGRAM] [--screenshots DIRECTORY]
//
// Every check has to pass; the exit code says whether all did.

import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

import { explore } from "./explore.mjs";
import { general } from "./general.mjs";
import { learn } from "./learn.mjs";
import { play } from "./play.mjs";
import { Program } from "./program.mjs";
import { watch } from "./watch.mjs";

const { values } = parseArgs({
  options: {
    rhizome: { type: "string", default: "rhizome" },
    chromium: { type: "string", default: "chromium" },
    screenshots: { type: "string" },
  },
});

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// The browser is started by its path.
const browserPath = execFileSync("which", [values.chromium], { encoding: "utf8" }).trim();
const program = await Program.start(values.rhizome);
const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
let failures = 0;

// A page that must not complain, nor ask anybody else.
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.setDefaultTimeout(15000);
  page.expected = [];
  const isExpected = (text) => page.expected.some((part) => text.includes(part));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(program.address) && !request.url().startsWith("blob:") && !request.url().startsWith("data:")) complaints.push(`asks ${request.url()}`);
  });
  page.go = (path) => page.goto(program.address + path);
  page.complaints = () => complaints.filter((text) => !isExpected(text));
  return page;
}

async function check(name, test, options) {
  const started = performance.now();
  const page = await open(options);
  try {
    await test(page);
    const complaints = page.complaints();
    if (complaints.length > 0) throw new Error(`the browser complains: ${complaints.join("; ")}`);
    console.log(`ok    ${name} (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL  ${name}: ${error.stack ?? error}`);
    if (values.screenshots) await page.screenshot({ path: `${values.screenshots}/failed-${failures}.png` }).catch(() => {});
  }
  await page.context().close();
}

const setting = { program, screenshots: values.screenshots };
const started = performance.now();
await general(check, setting);
// Much of the time of a check is spent waiting.
const lane = async (...parts) => {
  for (const part of parts) await part(check, setting);
};
await Promise.all([lane(learn, explore), lane(play, watch)]);
console.log(`${failures === 0 ? "all passed" : `${failures} failed`} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
await browser.close();
await program.stop();
process.exit(failures === 0 ? 0 : 1);
