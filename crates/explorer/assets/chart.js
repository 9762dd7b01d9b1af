// Draws curves.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT] = [420, 210];
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 12, 10, 30];

function ticks(least, most, wanted) {
  const raw = (most - least) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw);
  const list = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most + step * 1e-9; tick += step) list.push(tick);
  return list;
}

function short(value) {
  const units = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
  for (const [unit, name] of units) if (Math.abs(value) >= unit) return `${+(value / unit).toPrecision(3)}${name}`;
  return String(+value.toPrecision(3));
}

function mark(kind, x, y) {
  const attributes = { class: `mark s${kind}` };
  if (kind === 1) return s("circle", { ...attributes, cx: x, cy: y, r: 3.5 });
  if (kind === 2) return s("rect", { ...attributes, x: x - 3.5, y: y - 3.5, width: 7, height: 7 });
  return s("path", { ...attributes, d: `M ${x} ${y - 4.5} L ${x + 4.5} ${y + 3.5} L ${x - 4.5} ${y + 3.5} Z` });
}

// A chart with up to three series, each `{ name, points: [[x, y], …] }`, told apart by colour, dashes and marks. Points
// without y make a gap. With `log`, y has a logarithmic scale.
export function chart(title, series, { log = false, unit = "", marks = false, show = short, x: across = "seconds", from = null } = {}) {
  const points = series.flatMap(({ points }) => points).filter(([, y]) => y !== null && Number.isFinite(y));
  const figure = h("figure", { class: "panel" });
  const name = h("figcaption", {}, h("h3", {}, title));
  if (points.length === 0) {
    figure.append(name, h("p", { class: "note" }, "Nothing yet."));
    return figure;
  }
  const xs = points.map(([x]) => x);
  const scale = (y) => (log ? Math.log10(Math.max(y, 1)) : y);
  const ys = points.map(([, y]) => scale(y));
  const [left, right] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1e-3)];
  const bottom = from ?? (log ? 0 : Math.min(0, ...ys));
  const top = Math.max(...ys, bottom + (log ? 1 : 1e-9));
  const at = (x, y) => [LEFT + ((x - left) / (right - left)) * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - ((scale(y) - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM)];
  const grid = [];
  const levels = log ? Array.from({ length: Math.floor(top) + 1 }, (_, power) => 10 ** power) : ticks(bottom, top, 4);
  for (const level of levels) {
    const [, y] = at(left, level);
    grid.push(s("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }), s("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, show(level)));
  }
  for (const tick of ticks(left, right, 5)) {
    const [x] = at(tick, bottom);
    grid.push(s("text", { x, y: HEIGHT - 10, "text-anchor": "middle" }, short(tick)));
  }
  grid.push(s("text", { x: WIDTH - RIGHT, y: HEIGHT - 10, "text-anchor": "end", class: "unit" }, ""));
  const curves = series.map(({ points }, index) => {
    let path = "";
    let pen = "M";
    for (const [x, y] of points) {
      if (y === null || !Number.isFinite(y)) {
        pen = "M";
        continue;
      }
      const [px, py] = at(x, y);
      path += `${pen} ${px.toFixed(1)} ${py.toFixed(1)} `;
      pen = "L";
    }
    const marked = points.filter(([, y]) => y !== null && Number.isFinite(y));
    const shown = marks ? marked : marked.slice(-1);
    return [s("path", { class: `series s${index + 1}`, d: path }), shown.map(([x, y]) => mark(index + 1, ...at(x, y)))];
  });
  const last = series.map(({ name, points }) => {
    const value = points.at(-1)?.[1];
    return `${name} ${value === null || value === undefined ? "∞" : show(value)}${unit}`;
  }).join(", ");
  const key = h("ul", { class: "legend" }, series.map(({ name }, index) =>
    h("li", {}, s("svg", { class: "chart key", width: 34, height: 12, viewBox: "0 0 34 12", "aria-hidden": "true" },
      s("path", { class: `series s${index + 1}`, d: "M 0 6 L 34 6" }), mark(index + 1, 17, 6)), name)), h("li", {}, `across: ${across}`));
  figure.append(name, s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}; at the end ${last}` }, grid, curves), key);
  return figure;
}
