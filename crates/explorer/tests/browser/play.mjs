// Games against the solver, by drawing.

import assert from "node:assert/strict";

import { accessible, fits, shoot, text } from "./common.mjs";

const ready = (page) => page.waitForFunction(() => {
  const board = document.getElementById("board");
  return board?.dataset.busy === "false" && board.querySelector("svg") && document.getElementById("message")?.textContent.includes("thinks") === false;
});

// Places on the screen along the curve that the hint shows.
async function hint(page) {
  await page.click("#hint");
  await page.locator(".hint").waitFor({ state: "attached" });
  return page.evaluate(() => {
    const curve = document.querySelector(".hint");
    const matrix = curve.getScreenCTM();
    const length = curve.getTotalLength();
    return Array.from({ length: 51 }, (_, index) => {
      const { x, y } = curve.getPointAtLength((length * index) / 50).matrixTransform(matrix);
      return [x, y];
    });
  });
}

async function drag(page, points) {
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(...point);
  await page.mouse.up();
}

async function touch(page, points) {
  const session = await page.context().newCDPSession(page);
  const send = (type, [x, y] = []) => session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send("touchStart", points[0]);
  for (const point of points.slice(1)) await send("touchMove", point);
  await send("touchEnd");
  await session.detach();
}

const moves = (page) => page.locator("#board").getAttribute("data-moves");

// Plays to the end by drawing what the hints show.
async function playOut(page, draw, afterMove) {
  for (let turn = 0; turn < 20; turn += 1) {
    await ready(page);
    if ((await page.locator("#board").getAttribute("data-over")) === "true") return;
    await page.locator("#board").scrollIntoViewIfNeeded();
    const before = await moves(page);
    const points = await hint(page);
    await draw(page, points);
    await page.waitForFunction((before) => document.getElementById("board").dataset.moves !== before, before);
    await afterMove?.(turn);
  }
  assert.fail("the game does not end");
}

export async function play(check, setting) {
  await check("a game is played to its end by drawing, and won in normal play", async (page) => {
    await page.go("/play?spots=3&play=normal");
    await playOut(page, drag, async (turn) => {
      if (turn !== 0) return;
      await ready(page);
      const before = [await moves(page), await text(page, "#notation"), await page.locator(".curve").count()];
      await page.reload();
      await ready(page);
      assert.deepEqual([await moves(page), await text(page, "#notation"), await page.locator(".curve").count()], before);
    });
    assert.match(await text(page, "#message"), /you have made the last one, and you win/);
  });

  await check("a game is played to its end with a finger, on a phone, and won in misère play", async (page) => {
    await page.go("/play?spots=5&play=misere");
    await playOut(page, touch);
    assert.match(await text(page, "#message"), /the solver has made the last one, and you win/);
    await fits(page);
  }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  await check("the solver wins what can be won", async (page) => {
    await page.go("/play?spots=2&play=normal");
    await playOut(page, drag);
    assert.match(await text(page, "#message"), /the solver has made the last one, and the solver wins/);
  });

  await check("illegal strokes are explained", async (page) => {
    page.expected.push("422");
    await page.go("/play?spots=3");
    await ready(page);
    const spot = await page.locator(".spot").first().boundingBox();
    const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
    const board = await page.locator("#board svg").boundingBox();
    await drag(page, [[x, y], [(x + board.x) / 2 + 40, (y + board.y) / 2], [board.x + 6, board.y + 6]]);
    await page.locator("#wrong .problem").waitFor();
    assert.equal(await moves(page), "");
  });

  await check("moves are chosen by number, with the keyboard, and taken back", async (page) => {
    await page.go("/play?spots=3");
    await ready(page);
    await page.locator("#moves summary").focus();
    await page.keyboard.press("Enter");
    await page.locator("#moves button").first().waitFor();
    assert.deepEqual(await page.locator("#moves button").allInnerTexts(), ["0*2.AB|AB", "0.1a1a", "0.AB|0.AB"]);
    await page.locator("#moves button").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("count")?.textContent === "2");
    await ready(page);
    await page.click("#undo");
    await page.waitForFunction(() => document.getElementById("count")?.textContent === "0");
    await accessible(page);
  });

  await check("the solver begins if it is asked to, and says when it guesses", async (page) => {
    await page.go("/play?spots=12&play=misere&time=500&first=solver");
    await ready(page);
    assert.equal(await text(page, "#count"), "1");
    assert.match(await text(page, "#message"), /only guesses/);
    await page.selectOption("#spots", "4");
    await page.selectOption("#first", "you");
    await page.click("#new");
    await page.waitForFunction(() => document.getElementById("count")?.textContent === "0");
  });

  await check("the picture for the handbook", async (page) => {
    await page.go("/play?spots=5");
    for (let turn = 0; turn < 2; turn += 1) {
      await ready(page);
      const points = await hint(page);
      const before = await moves(page);
      await drag(page, points);
      await page.waitForFunction((before) => document.getElementById("board").dataset.moves !== before, before);
    }
    await ready(page);
    await page.waitForTimeout(900);
    await page.locator("#message").evaluate((message) => message.scrollIntoView());
    await shoot(page, setting, "play");
  }, { viewport: { width: 1000, height: 760 } });
}
