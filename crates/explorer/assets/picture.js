// Pictures of positions of Sprouts.

import { s } from "./dom.js";

// The picture of a drawing that the server has made: `{ view, spots, curves, regions }`. `last` is the number of
// the spot that came with the last move.
export function picture(drawing, label, { live = false, last = null } = {}) {
  const { view, spots, curves, regions } = drawing;
  const [, , width, height] = view.split(" ").map(Number);
  const line = spots.length > 24 ? 3.5 : 5;
  return s("svg", { class: "picture", viewBox: view, role: "img", "aria-label": label, xmlns: "http://www.w3.org/2000/svg" },
    s("rect", { class: "ground", width, height }),
    live && regions.map(({ outline, note }, index) => s("path", { class: `region live r${index % 4}`, d: outline, "fill-rule": "evenodd" }, note && s("title", {}, note))),
    curves.map(({ path, of }) => s("path", { class: `curve${last !== null && of === last ? " last drawn" : ""}`, d: path, "stroke-width": line, pathLength: last !== null && of === last ? 1 : undefined })),
    spots.map((spot) => {
      const { id, x, y, lives } = spot;
      const radius = Math.max(4, Math.min(lives === 0 ? 11 : 24, spot.radius));
      return [
        s("circle", { class: `spot${lives === 0 ? " dead" : ""}`, cx: x, cy: y, r: radius, "stroke-width": Math.min(3, radius / 5), "data-spot": id },
          s("title", {}, `spot ${id + 1}: ${lives === 0 ? "dead" : lives === 1 ? "1 life" : `${lives} lives`}`)),
        lives > 0 && s("text", { class: "lives", x, y, "font-size": radius * 1.3, "aria-hidden": "true" }, String(lives)),
      ];
    }));
}

// How many spots and lives there are, in words.
export function pictureLabel(text, drawing) {
  const live = drawing.spots.filter(({ lives }) => lives > 0);
  const lives = live.reduce((sum, spot) => sum + spot.lives, 0);
  return `Picture of ${text}: ${live.length} live spots with ${lives} lives`;
}
