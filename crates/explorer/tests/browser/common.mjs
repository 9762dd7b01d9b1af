// What several checks need.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// No serious fault for those who use the page with other means.
export async function accessible(page) {
  // The policy of the page has no place for programs from elsewhere; this one comes by way of the debugger.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" ")}`), []);
}

// Nothing stands out to the right.
export async function fits(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) {
    const culprits = await page.evaluate(() => [...document.querySelectorAll("main *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".scroll, .line, svg"))
      .slice(0, 5).map((element) => element.outerHTML.slice(0, 120)));
    assert.fail(`the page is ${over} pixels too wide: ${culprits.join(" ")}`);
  }
}

export async function shoot(page, { screenshots }, name) {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png` });
}

export const text = (page, selector) => page.locator(selector).innerText();
