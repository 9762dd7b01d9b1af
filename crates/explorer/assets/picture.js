// Pictures of positions of Sprouts.

import { s } from "./dom.js";

// The picture of a drawing that the server has made: `{ view, radius, spots, curves, regions }`. `last` is the number of
// the spot that came with the last move.
export function picture(drawing, label, { live = false, last = null } = {}) {
  const { view, radius, spots, curves, regions } = drawing;
  const [, , width, height] = view.split(" ").map(Number);
  const line = Math.max(2.5, Math.min(6, radius * 0.35));
  return s("svg", { class: "picture", viewBox: view, role: "img", "aria-label": label, xmlns: "http://www.w3.org/2000/svg" },
    s("rect", { class: "ground", width, height }),
    live && regions.map(({ outline, note }) => s("path", { class: "region live", d: outline, "fill-rule": "evenodd" }, note && s("title", {}, note))),
    curves.map(({ path, of }) => s("path", { class: `curve${last !== null && of === last ? " last drawn" : ""}`, d: path, "stroke-width": line, pathLength: last !== null && of === last ? 1 : undefined })),
    spots.map(({ id, x, y, lives }) => [
      s("circle", { class: `spot${lives === 0 ? " dead" : ""}`, cx: x, cy: y, r: lives === 0 ? radius * 0.55 : radius, "stroke-width": line * 0.6, "data-spot": id },
        s("title", {}, `spot ${id + 1}: ${lives === 0 ? "dead" : lives === 1 ? "1 life" : `${lives} lives`}`)),
      lives > 0 && s("text", { class: "lives", x, y, "font-size": radius * 1.25, "aria-hidden": "true" }, String(lives)),
    ]));
}

// How many spots and lives there are, in words.
export function pictureLabel(text, drawing) {
  const live = drawing.spots.filter(({ lives }) => lives > 0);
  const lives = live.reduce((sum, spot) => sum + spot.lives, 0);
  return `Picture of ${text}: ${live.length} live spots with ${lives} lives`;
}
