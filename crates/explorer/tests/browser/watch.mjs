// Long searches, a cluster and a simulation.

import assert from "node:assert/strict";

import { accessible, shoot, text } from "./common.mjs";

export async function watch(check, setting) {
  const { program } = setting;
  await check("a search is started, watched, met again after a reload, and cancelled", async (page) => {
    await page.go("/watch");
    await page.fill("#job-position", "0*30");
    await page.click("#begin");
    await page.locator("#cancel").waitFor();
    const expansions = async () => Number((await text(page, "#expansions")).replaceAll(",", ""));
    await page.waitForFunction(() => Number(document.getElementById("expansions")?.textContent.replaceAll(",", "")) > 0);
    const first = await expansions();
    await page.waitForFunction((first) => Number(document.getElementById("expansions")?.textContent.replaceAll(",", "")) > first, first);
    await page.locator(".line").waitFor();
    await page.reload();
    await page.locator("#cancel").waitFor();
    assert.ok(await expansions() >= first);
    await page.waitForTimeout(1500);
    await accessible(page);
    await page.locator("#job").evaluate((job) => job.scrollIntoView());
    await shoot(page, setting, "watch");
    await page.click("#cancel");
    await page.waitForFunction(() => document.getElementById("verdict")?.textContent.includes("interrupted"));
  }, { viewport: { width: 1000, height: 860 } });

  await check("a search that ends has the answer of the command line", async (page) => {
    await page.go("/watch");
    await page.fill("#job-position", "0*7");
    await page.click("#begin");
    await page.locator("#verdict").waitFor();
    const { outcome } = await program.answer("solve", "0*7");
    assert.match(await text(page, "#verdict"), outcome === "win" ? /moves first wins/ : /moves second wins/);
    page.expected.push("422");
    await page.fill("#job-position", "0*7.");
    await page.click("#begin");
    await page.locator(".problem").waitFor();
  });

  await check("a cluster is watched by its figures", async (page) => {
    await page.go("/watch");
    await page.waitForFunction(() => document.querySelectorAll("#cluster .chart").length > 3);
    const figures = await text(page, "#cluster");
    assert.match(figures, /Workers\s+3/);
    assert.match(figures, /Root pn\s+17/);
    assert.match(figures, /Root dn\s+∞/);
  });

  await check("the curves of a simulation are drawn, from a file and from what is pasted", async (page) => {
    await page.go("/watch");
    await page.waitForFunction(() => document.querySelectorAll("#scaling .mark.s1").length === 15);
    await page.fill("#simulation-text", program.simulation.split("\n").slice(0, 2).join("\n"));
    await page.click("text=Draw the curves");
    await page.waitForFunction(() => document.querySelectorAll("#scaling .mark.s1").length === 9);
    await page.fill("#simulation-text", "{}");
    await page.click("text=Draw the curves");
    await page.locator("#scaling .problem").waitFor();
  });
}
