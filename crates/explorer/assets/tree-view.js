// Draws a tree while it is searched.

import { h, s, proofNumber } from "./dom.js";

const WIDTH = 66;
const HEIGHT = 90;
const RADIUS = 15;

// What is known after so many steps of a recording.
export function stateAfter(recording, steps) {
  const { nodes, root } = recording;
  const numbers = new Map([[root, firstNumbers(nodes[root].kind)]]);
  const expanded = new Set();
  const touched = new Set([root]);
  let changed = new Set();
  for (const step of recording.steps.slice(0, steps)) {
    expanded.add(step.expanded);
    changed = new Set();
    for (const node of step.touched) touched.add(node);
    for (const { node, pn, dn } of step.numbers) {
      numbers.set(node, { pn, dn });
      changed.add(node);
    }
  }
  const next = recording.steps[steps];
  return { numbers, expanded, touched, changed, last: recording.steps[steps - 1], line: next ? next.line : [] };
}

function firstNumbers(kind) {
  if (kind === "win") return { pn: 0, dn: null };
  if (kind === "loss") return { pn: null, dn: 0 };
  return { pn: 1, dn: 1 };
}

// Places of nodes: leaves side by side, parents over the middle of their children. A node with several parents hangs
// below the first of them.
function layOut(nodes, root, isShown) {
  const places = new Map();
  const parents = new Map();
  const order = [];
  const waiting = [root];
  parents.set(root, null);
  while (waiting.length > 0) {
    const node = waiting.pop();
    order.push(node);
    for (const child of [...nodes[node].children].reverse()) {
      if (!isShown(child) || parents.has(child)) continue;
      parents.set(child, node);
      waiting.push(child);
    }
  }
  // The order is one in which parents come before their children, and children from left to right.
  const depth = new Map();
  for (const node of order) depth.set(node, parents.get(node) === null ? 0 : depth.get(parents.get(node)) + 1);
  const own = new Map(order.map((node) => [node, []]));
  for (const node of order) if (parents.get(node) !== null) own.get(parents.get(node)).push(node);
  let column = 0;
  const leaves = order.filter((node) => own.get(node).length === 0);
  for (const leaf of leaves) places.set(leaf, { x: column++, y: depth.get(leaf) });
  for (const node of [...order].reverse()) {
    if (places.has(node)) continue;
    const columns = own.get(node).map((child) => places.get(child).x);
    places.set(node, { x: (Math.min(...columns) + Math.max(...columns)) / 2, y: depth.get(node) });
  }
  const rows = 1 + Math.max(...depth.values());
  return { places, parents, columns: Math.max(1, column), rows };
}

function shape(kind) {
  if (kind === "or") return s("rect", { class: "shape", x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 3 });
  if (kind === "and") return s("circle", { class: "shape", r: RADIUS + 1 });
  if (kind === "win") return s("path", { class: "shape", d: `M 0 ${-RADIUS - 3} L ${RADIUS + 4} ${RADIUS - 3} L ${-RADIUS - 4} ${RADIUS - 3} Z` });
  return s("path", { class: "shape", d: `M 0 ${RADIUS + 3} L ${RADIUS + 4} ${-RADIUS + 3} L ${-RADIUS - 4} ${-RADIUS + 3} Z` });
}

function verdict(numbers) {
  if (numbers?.pn === 0) return "proved";
  if (numbers?.dn === 0) return "disproved";
  return "";
}

// The picture of a recording after so many steps. `whole` shows nodes that were not touched too.
export function drawTree(recording, state, whole) {
  const { nodes, root } = recording;
  const isShown = (node) => whole || state.touched.has(node);
  const { places, parents, columns, rows } = layOut(nodes, root, isShown);
  const at = (node) => ({ x: (places.get(node).x + 0.5) * WIDTH, y: places.get(node).y * HEIGHT + 34 });
  const line = new Set(state.line);
  const links = [];
  const litLinks = [];
  const drawn = [];
  for (const node of places.keys()) {
    const from = at(node);
    for (const child of nodes[node].children) {
      if (!places.has(child)) continue;
      const to = at(child);
      const onPath = line.has(node) && line.has(child) && state.line[state.line.indexOf(node) + 1] === child;
      const classes = ["link", onPath && "path", parents.get(child) !== node && "second", !state.touched.has(child) && "untouched"];
      const middle = (from.y + to.y) / 2;
      const link = s("path", { class: classes.filter(Boolean).join(" "), d: `M ${from.x} ${from.y} C ${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}` });
      (onPath ? litLinks : links).push(link);
    }
    drawn.push(drawNode(nodes, node, from, state, line));
  }
  const [width, height] = [columns * WIDTH, rows * HEIGHT];
  const label = `Tree of ${nodes.length} nodes; ${state.touched.size} touched. The table beside it has the same numbers.`;
  return s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, links, litLinks, drawn);
}

function drawNode(nodes, node, { x, y }, state, line) {
  const { kind, name } = nodes[node];
  const numbers = state.numbers.get(node);
  const touched = state.touched.has(node);
  const isLeaf = kind === "win" || kind === "loss";
  const classes = [touched ? "" : "untouched", isLeaf ? (touched ? kind : "") : verdict(numbers), line.has(node) && "path",
    state.changed.has(node) && "changed", state.last?.expanded === node && "expanded-now"];
  const short = name.length > 10 ? `${name.slice(0, 9)}…` : name;
  const isInside = !isLeaf && name.length <= 3;
  const letter = isLeaf ? (kind === "win" ? "W" : "L") : isInside ? name : kind === "or" ? "OR" : "AND";
  const title = `${name}: ${titleOf(kind)}${numbers ? `, pn ${proofNumber(numbers.pn)}, dn ${proofNumber(numbers.dn)}` : ""}`;
  return s("g", { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, "data-node": node },
    s("title", {}, title),
    s("circle", { class: "ring", r: RADIUS + 7 }),
    shape(kind),
    s("text", { class: isInside || isLeaf ? "name" : "numbers", y: kind === "win" ? 7 : kind === "loss" ? 3 : 4 }, letter),
    !isInside && s("text", { y: -23, class: "label" }, short),
    numbers && s("text", { class: "numbers", y: RADIUS + 18 }, `${proofNumber(numbers.pn)} / ${proofNumber(numbers.dn)}`));
}

export function titleOf(kind) {
  return { or: "OR node", and: "AND node", win: "leaf, won", loss: "leaf, lost" }[kind];
}

// The table of all nodes that were touched.
export function drawTable(recording, state, caption) {
  const line = new Set(state.line);
  const rows = [...state.touched].map((node) => {
    const { pn, dn } = state.numbers.get(node);
    const { kind, name } = recording.nodes[node];
    const marks = [verdict({ pn, dn }), state.last?.expanded === node ? "expanded" : state.changed.has(node) ? "new" : "", line.has(node) ? "path" : ""];
    const classes = [state.changed.has(node) && "changed", line.has(node) && "path"].filter(Boolean).join(" ");
    return h("tr", { class: classes || null, "data-node": node },
      h("th", { scope: "row", class: "notation" }, name), h("td", {}, kind.toUpperCase()),
      h("td", { class: "number" }, proofNumber(pn)), h("td", { class: "number" }, proofNumber(dn)),
      h("td", {}, marks.filter(Boolean).join(", ")));
  });
  const head = (text, number) => h("th", { scope: "col", class: number && "number" }, text);
  return h("table", {}, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, head("node"), head("kind"), head("pn", true), head("dn", true), head("state"))),
    h("tbody", {}, rows));
}

// What the shapes mean.
export function legend() {
  const small = (kind, ...classes) => s("svg", { width: 22, height: 22, viewBox: "-22 -22 44 44", class: "sample", "aria-hidden": "true" },
    s("g", { class: classes.join(" ") }, shape(kind)));
  const item = (kind, text, ...classes) => h("li", { class: "tree-key" }, small(kind, ...classes), text);
  return h("ul", { class: "legend" },
    item("or", "OR: the prover moves"), item("and", "AND: the opponent moves"), item("win", "leaf, won", "win"), item("loss", "leaf, lost", "loss"),
    item("or", "most-proving path", "path"), h("li", {}, "below each node: pn / dn"));
}
