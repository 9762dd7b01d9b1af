// Walking the tree of a position.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { accessible, shoot, text } from "./common.mjs";

// A value that stands on the page.
const value = (page, id) => page.locator(`#${id}[data-value]:not([data-value=unknown])`).getAttribute("data-value");

const encode = encodeURIComponent;

export async function explore(check, setting) {
  const { program } = setting;
  for (const position of ["0*4", "0*2.AB|AB", "1a1a+0*2"]) {
    await check(`${position} has the values of the command line`, async (page) => {
      await page.go(`/explore?position=${encode(position)}`);
      const { canon } = await program.answer("canon", position);
      await page.waitForFunction((canon) => document.getElementById("canon")?.textContent === canon, canon);
      assert.equal(await value(page, "outcome"), (await program.answer("solve", position)).outcome);
      assert.equal(await value(page, "nimber"), String((await program.answer("nimber", position)).nimber));
      assert.equal(await value(page, "misere"), (await program.answer("solve", position, "--misere")).outcome);
      await page.click("#ask-rct");
      await page.locator("#rct").waitFor();
      const { rct, name, genus } = await program.answer("rct", position);
      const shown = await text(page, "#rct");
      for (const part of [rct, name, genus]) assert.ok(shown.includes(part), `${part} in ${shown}`);
      const { children } = await program.answer("children", position);
      await page.locator("[data-child]").first().waitFor();
      assert.deepEqual(await page.locator("[data-child]").evaluateAll((cards) => cards.map((card) => card.dataset.child)), children);
      await page.waitForFunction(() => document.querySelectorAll("[data-values]").length === document.querySelectorAll("[data-child]").length);
      const values = await page.locator("[data-values]").evaluateAll((lines) => lines.map((line) => JSON.parse(line.dataset.values)));
      for (const [index, child] of children.slice(0, 3).entries()) {
        assert.equal(values[index].nimber, (await program.answer("nimber", child)).nimber, child);
        assert.equal(values[index].misere, (await program.answer("solve", child, "--misere")).outcome, child);
      }
      assert.equal(await page.locator("[data-child] svg.picture").count(), children.length);
    });
  }

  await check("one can walk down and back, and a reload loses nothing", async (page) => {
    await page.go("/explore?position=0*3");
    await page.click("[data-child='0.1a1a']");
    await page.waitForFunction(() => document.getElementById("canon")?.textContent === "0.1a1a");
    await page.locator("[data-child]").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".trail a").length === 2);
    const canon = await text(page, "#canon");
    await page.reload();
    await page.waitForFunction((canon) => document.getElementById("canon")?.textContent === canon, canon);
    assert.equal(await page.locator(".trail a").count(), 2);
    await page.locator(".trail a").first().click();
    await page.waitForFunction(() => document.getElementById("canon")?.textContent === "0*3");
    await page.goBack();
    await page.waitForFunction((canon) => document.getElementById("canon")?.textContent === canon, canon);
  });

  await check("mistakes in a position are marked", async (page) => {
    page.expected.push("422");
    await page.go("/explore?position=0*3.A");
    await page.locator(".marked").waitFor();
    assert.match(await page.locator(".marked").textContent(), /^0\*3\.A\n    \^$/);
  });

  await check("a position that would take for ever is cut off, with what is known", async (page) => {
    await page.go("/explore?position=0*30");
    await page.locator("#longer").waitFor();
    assert.equal(await page.locator("#nimber").getAttribute("data-value"), "unknown");
  });

  await check("pictures and certificates are saved", async (page) => {
    await page.go(`/explore?position=${encode("0*5")}`);
    await page.locator("#svg").waitFor();
    const save = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
      return readFile(await download.path(), "utf8");
    };
    assert.match(await save("#svg"), /<svg[^]*<\/svg>/);
    for (const [button, claim] of [["#certificate-outcome", "outcome"], ["#certificate-nimber", "nimber"], ["#certificate-misere", "misere"]]) {
      const path = join(program.directory, `${claim}.cert`);
      await writeFile(path, await save(button));
      const { valid } = await program.answer("verify", path);
      assert.equal(valid, true);
    }
  });

  await check("other games can be walked too", async (page) => {
    await page.go("/explore?game=nim&position=1%2B2%2B4");
    assert.equal(await value(page, "nimber"), "7");
    await page.selectOption("#game", "cram");
    await page.waitForFunction(() => document.getElementById("canon")?.textContent.includes("2x3") || document.getElementById("canon")?.textContent.includes("."));
  });

  await check("the picture for the handbook is one that everybody can use", async (page) => {
    await page.go(`/explore?position=${encode("0*2.AB|AB")}&trail=${encode("0*3")}`);
    await page.waitForFunction(() => document.querySelectorAll("[data-values]").length > 0 && document.querySelectorAll("[data-child] svg").length > 0);
    await accessible(page);
    await page.locator("#explored").evaluate((explored) => explored.scrollIntoView());
    await shoot(page, setting, "explore");
  }, { viewport: { width: 1000, height: 900 } });
}
