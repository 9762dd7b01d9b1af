// What holds for every view.

import assert from "node:assert/strict";

import { accessible, fits } from "./common.mjs";

const VIEWS = ["/", "/learn", "/explore?position=0*3", "/play?spots=3", "/watch"];

export async function general(check, { program }) {
  for (const view of VIEWS) {
    await check(`${view} opens in less than a second, and everybody can use it`, async (page) => {
      // On a machine that is busy with other things, the page is not to blame.
      let least = Infinity;
      for (let turn = 0; turn < 5 && least >= 1000; turn += 1) {
        const started = performance.now();
        await page.go(view);
        await page.locator("h1").waitFor();
        least = Math.min(least, performance.now() - started);
      }
      assert.ok(least < 1000, `${least} ms`);
      await page.waitForLoadState("networkidle").catch(() => {});
      await accessible(page);
    });
    await check(`${view} fits on a phone, in the dark`, async (page) => {
      await page.go(view);
      await page.locator("h1").waitFor();
      await page.waitForTimeout(700);
      await fits(page);
      await accessible(page);
    }, { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, isMobile: true });
  }

  await check("the views can be reached with the keyboard alone", async (page) => {
    await page.go("/");
    await page.locator("h1").waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
    for (const name of ["Rhizome", "Learn"]) {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**/learn**");
    await page.locator(".tree svg").first().waitFor();
    await page.locator("#step").focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#at").innerText(), "1 of 5");
    await page.goBack();
    await page.waitForURL(`${program.address}/`);
  });

  await check("what is not there is told", async (page) => {
    page.expected.push("404");
    const response = await page.go("/nothing");
    assert.equal(response.status(), 404);
  });
}
