// Stepping through proof-number search.

import assert from "node:assert/strict";

import { accessible, shoot, text } from "./common.mjs";

// The numbers in the table, by node.
async function table(page) {
  return page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".table tbody tr")].map((row) => {
    const [name, , pn, dn] = [...row.children].map((cell) => cell.textContent);
    const number = (text) => (text === "∞" ? null : Number(text));
    return [name, { pn: number(pn), dn: number(dn) }];
  })));
}

export async function learn(check, setting) {
  const { program } = setting;
  await check("the demo has the same numbers as on the command line at each step, forwards and backwards", async (page) => {
    const demo = await program.answer("tree", "demo");
    await page.go("/learn");
    await page.locator(".tree svg").first().waitFor();
    const known = { 0: { pn: 1, dn: 1 } };
    const states = [structuredClone(known)];
    assert.deepEqual(await table(page), known);
    for (const step of demo.steps) {
      assert.match(await text(page, "#said"), new RegExp(`Next: node ${step.expanded}\\.$`));
      await page.click("#step");
      Object.assign(known, step.numbers);
      states.push(structuredClone(known));
      assert.deepEqual(await table(page), known);
    }
    assert.equal(await text(page, "#touched"), `${demo.touched} of ${demo.nodes}`);
    assert.match(await text(page, "#said"), /is proved: the prover wins/);
    for (const state of states.slice(0, -1).reverse()) {
      await page.click("#back");
      assert.deepEqual(await table(page), state);
    }
  });

  await check("a reload in the middle of the demo loses nothing", async (page) => {
    await page.go("/learn?rule=swapped");
    await page.locator(".tree svg").first().waitFor();
    await page.click("#step");
    await page.click("#step");
    const before = await table(page);
    await page.reload();
    await page.locator("#at").waitFor();
    assert.match(await text(page, "#at"), /^2 of/);
    assert.deepEqual(await table(page), before);
    assert.ok(await page.locator("input[value=swapped]").isChecked());
    await page.click("#reset");
    assert.match(await text(page, "#at"), /^0 of/);
  });

  await check("the demo runs by itself", async (page) => {
    await page.go("/learn?speed=6");
    await page.locator(".tree svg").first().waitFor();
    await page.click("#run");
    await page.waitForFunction(() => document.getElementById("at")?.textContent === "5 of 5");
    assert.equal(await text(page, "#run"), "Run");
  });

  await check("mistakes show", async (page) => {
    await page.go("/learn?rule=stale&step=99");
    await page.waitForFunction(() => document.getElementById("said")?.textContent.includes("stuck"));
    await page.go("/learn?rule=swapped&source=random&seed=3&step=999");
    await page.locator("#at").waitFor();
  });

  await check("random trees, own trees and positions are shown", async (page) => {
    await page.go("/learn?source=random&seed=4");
    await page.locator(".tree svg").first().waitFor();
    await page.selectOption("#source", "written");
    await page.locator("textarea").fill('{"nodes": [{"name": "top", "type": "and", "children": ["x", "x"]}, {"name": "x", "type": "loss"}]}');
    await page.click("button:has-text('Show')");
    await page.waitForFunction(() => document.getElementById("at")?.textContent === "0 of 1");
    await page.click("#step");
    assert.match(await text(page, "#said"), /top, is disproved/);
    await page.reload();
    await page.waitForFunction(() => document.getElementById("at")?.textContent === "1 of 1");
    page.expected.push("status of 4");
    await page.locator("textarea").fill('{"nodes": []}');
    await page.click("button:has-text('Show')");
    await page.locator(".problem:has-text('a tree has at least one node')").waitFor();
    for (const [game, position] of [["sprouts", "0*3"], ["nim", "1+2+3"], ["cram", "2x3"]]) {
      await page.go(`/learn?source=position&game=${game}&position=${encodeURIComponent(position)}`);
      await page.locator(".tree svg").first().waitFor();
      const before = await page.locator(".tree [data-node]").count();
      assert.equal(before, 1);
      await page.click("#step");
      assert.ok(await page.locator(".tree [data-node]").count() > 1);
    }
    await page.go("/learn?source=position&game=sprouts&position=0*3&step=8");
    await page.locator(".tree svg").first().waitFor();
    await accessible(page);
  });

  await check("the picture for the handbook", async (page) => {
    await page.go("/learn?step=3");
    await page.locator(".tree svg").first().waitFor();
    await page.locator("h1").evaluate((title) => title.nextElementSibling.nextElementSibling.children[1].scrollIntoView());
    await shoot(page, setting, "learn");
  }, { viewport: { width: 1000, height: 720 } });
}
