// Proof-number search, step by step.

import { about, post } from "./api.js";
import { announce, field, h, problem, proofNumber, select } from "./dom.js";
import { drawTable, drawTree, legend, stateAfter } from "./tree-view.js";

const RULES = [
  ["correct", "Correct"],
  ["swapped", "Swapped: OR nodes add up, AND nodes take the least"],
  ["stale", "Stale root: new numbers are not carried up"],
];
const SOURCES = [["demo", "The demo tree"], ["random", "A random tree"], ["written", "Your own tree, as JSON"], ["position", "A position of a game"]];
const WRITTEN = "rhizome.tree";
const SAMPLE = `{"root": "a",
 "nodes": [{"name": "a", "type": "or", "children": ["b", "c"]},
           {"name": "b", "type": "and", "children": ["d", "e"]},
           {"name": "c", "type": "loss"},
           {"name": "d", "type": "win"},
           {"name": "e", "type": "win"}]}`;

// What may be kept in the browser is not always allowed.
function kept() {
  try { return sessionStorage.getItem(WRITTEN) ?? SAMPLE; } catch { return SAMPLE; }
}
function keepText(text) {
  try { sessionStorage.setItem(WRITTEN, text); } catch { /* A reload then begins with the sample. */ }
}

export async function show(main, place) {
  const { games } = await about();
  const given = place.parameters;
  const form = {
    source: select(SOURCES, SOURCES.some(([name]) => name === given.source) ? given.source : "demo", { id: "source" }),
    seed: h("input", { type: "number", min: 0, max: 999999999, value: given.seed ?? "1", id: "seed" }),
    depth: h("input", { type: "number", min: 1, max: 8, value: given.depth ?? "4" }),
    leaves: h("input", { type: "number", min: 0, max: 100, value: given.leaves ?? "30" }),
    wins: h("input", { type: "number", min: 0, max: 100, value: given.wins ?? "50" }),
    tree: h("textarea", { rows: 8, spellcheck: "false", "aria-label": "Tree in JSON" }),
    game: select(games.map(({ name, title }) => [name, title]), given.game ?? "sprouts"),
    position: h("input", { class: "notation", value: given.position ?? "0*2", spellcheck: "false", autocapitalize: "off" }),
  };
  form.tree.value = kept();
  const rules = RULES.map(([name, title]) => h("label", { class: "choice" },
    h("input", { type: "radio", name: "rule", value: name, checked: name === (given.rule ?? "correct"), onchange: () => load(0) }), title));
  const rule = () => rules.map((label) => label.firstChild).find((input) => input.checked)?.value ?? "correct";

  const fields = {
    random: h("div", { class: "row" }, field("Seed", form.seed), field("Depth", form.depth), field("Leaves, %", form.leaves), field("Wins, %", form.wins),
      h("button", { type: "button", onclick: () => { form.seed.value = Number(form.seed.value) + 1; load(0); } }, "Next seed")),
    written: h("div", {}, form.tree, h("p", { class: "note" }, "Kinds are or, and, win and loss. A node may have several parents.")),
    position: h("div", { class: "row" }, field("Game", form.game), field("Position", form.position), examples()),
  };
  function examples() {
    const list = h("div", { class: "row" });
    const fill = () => {
      const game = games.find(({ name }) => name === form.game.value) ?? games[0];
      const small = game.name === "sprouts" ? ["0*2", "0*3", "1a1a.0", "0.AB|0.AB"] : game.examples.slice(0, 4);
      list.replaceChildren(...small.map((text) => h("button", { type: "button", class: "notation", onclick: () => { form.position.value = text; load(0); } }, text)));
    };
    form.game.addEventListener("change", () => { fill(); form.position.value = list.firstChild?.textContent ?? ""; load(0); });
    fill();
    return list;
  }
  const ruleSet = h("fieldset", {}, h("legend", {}, "Rule"), rules);
  const wrong = h("div");
  const setup = h("form", { class: "panel stack", onsubmit: (event) => { event.preventDefault(); load(0); } },
    h("div", { class: "row" }, field("Tree", form.source), h("button", { class: "main" }, "Show")),
    Object.values(fields), ruleSet, wrong);

  const buttons = {
    reset: h("button", { type: "button", id: "reset", onclick: () => move(0) }, "Reset"),
    back: h("button", { type: "button", id: "back", onclick: () => move(at - 1) }, "Back"),
    step: h("button", { type: "button", id: "step", class: "main", onclick: () => move(at + 1) }, "Step"),
    run: h("button", { type: "button", id: "run", onclick: () => (clock ? pause() : run()) }, "Run"),
  };
  const speed = h("input", { type: "range", min: 0, max: 6, step: 1, value: given.speed ?? "2", oninput: () => { if (clock) run(); } });
  const counters = h("dl", { class: "facts", id: "counters" });
  const said = h("p", { class: "message", id: "said" });
  const tree = h("div", { class: "tree scroll", tabindex: "0", role: "region", "aria-label": "The tree" });
  const table = h("div", { class: "table scroll", tabindex: "0", role: "region", "aria-label": "Proof numbers" });
  const view = h("div", { class: "stack" },
    h("div", { class: "panel stack" },
      h("div", { class: "row middle", role: "group", "aria-label": "Steps" }, Object.values(buttons), field("Speed", speed)), said, counters),
    h("div", { class: "columns" }, h("div", { class: "panel" }, tree, legend()), h("div", { class: "panel" }, table)));
  main.append(h("h1", {}, "Watch proof numbers move"),
    h("p", { class: "lead" }, "The proof number pn of a node is the least number of leaves that still have to be proved for it to be proved; dn is the same for disproving it. ",
      "Each step expands the most-proving node: at OR nodes the path follows the least pn, at AND nodes the least dn."),
    h("div", { class: "stack" }, setup, view));

  let recording = null;
  let at = 0;
  let clock = null;
  let asked = null;

  function source() {
    switch (form.source.value) {
      case "random":
        return { kind: "random", seed: Number(form.seed.value) || 0, depth: Number(form.depth.value), leaf_percent: Number(form.leaves.value), win_percent: Number(form.wins.value) };
      case "written": {
        keepText(form.tree.value);
        try { return { kind: "written", tree: JSON.parse(form.tree.value) }; } catch (error) { throw new Error(`this is no JSON: ${error.message}`); }
      }
      case "position":
        return { kind: "position", game: form.game.value, position: form.position.value };
      default:
        return { kind: "demo" };
    }
  }

  function keep() {
    const chosen = form.source.value;
    place.keep({
      source: chosen,
      ...(chosen === "random" && { seed: form.seed.value, depth: form.depth.value, leaves: form.leaves.value, wins: form.wins.value }),
      ...(chosen === "position" && { game: form.game.value, position: form.position.value }),
      ...(chosen !== "position" && rule() !== "correct" && { rule: rule() }),
      step: at || undefined,
    });
  }

  function arrange() {
    for (const [name, part] of Object.entries(fields)) part.hidden = name !== form.source.value;
    ruleSet.hidden = form.source.value === "position";
  }

  async function load(step) {
    pause();
    arrange();
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const body = { source: source(), rule: form.source.value === "position" ? "correct" : rule() };
      const answer = await post("/api/trees", body, signal);
      if (signal.aborted) return;
      recording = answer;
      wrong.replaceChildren();
      view.hidden = false;
      move(Math.min(step, recording.steps.length));
    } catch (error) {
      if (error.name === "AbortError") return;
      recording = null;
      view.hidden = true;
      wrong.replaceChildren(problem(error, form.source.value === "position" ? form.position.value : undefined));
    }
  }

  function move(step) {
    if (!recording || step < 0 || step > recording.steps.length) return;
    at = step;
    draw();
    keep();
    if (at === recording.steps.length) pause();
  }

  function run() {
    pause();
    if (at === recording.steps.length) move(0);
    clock = setInterval(() => move(at + 1), 1600 / 2 ** Number(speed.value));
    buttons.run.textContent = "Pause";
  }

  function pause() {
    clearInterval(clock);
    clock = null;
    buttons.run.textContent = "Run";
  }

  function words() {
    const { nodes, root, steps, end, truth } = recording;
    const name = (node) => (form.source.value === "position" ? nodes[node].name : `node ${nodes[node].name}`);
    const last = steps[at - 1];
    const done = last ? `Step ${at}: ${name(last.expanded)} was expanded, ${last.touched.length} node${last.touched.length === 1 ? "" : "s"} touched.` : "Nothing but the root is known.";
    if (at < steps.length) {
      const line = steps[at].line;
      return `${done} Next: ${name(line.at(-1))}.`;
    }
    const verdict = { proven: `The root, ${name(root)}, is proved: the prover wins.`, disproven: `The root, ${name(root)}, is disproved: the prover does not win.`,
      stuck: "The search is stuck: it comes to the same leaf again and again, and never ends.", stopped: "The search goes on, but this is enough to watch." }[end];
    const wrongly = truth !== null && ((end === "proven" && !truth) || (end === "disproven" && truth)) ? " That is wrong!" : "";
    return `${done} ${verdict}${wrongly}`;
  }

  function draw() {
    const state = stateAfter(recording, at);
    const whole = form.source.value !== "position";
    const { scrollLeft, scrollTop } = tree;
    tree.replaceChildren(drawTree(recording, state, whole));
    Object.assign(tree, { scrollLeft, scrollTop });
    follow(state.line.at(-1) ?? state.last?.expanded ?? recording.root);
    table.replaceChildren(drawTable(recording, state, "Nodes in the order in which they were touched"));
    const root = state.numbers.get(recording.root);
    const fact = (name, value, id) => h("div", {}, h("dt", {}, name), h("dd", { id }, value));
    counters.replaceChildren(
      fact("Step", `${at} of ${recording.steps.length}`, "at"), fact("Touched", whole ? `${state.touched.size} of ${recording.nodes.length}` : String(state.touched.size), "touched"),
      fact("Root pn", proofNumber(root.pn), "root-pn"), fact("Root dn", proofNumber(root.dn), "root-dn"));
    const text = words();
    said.textContent = text;
    announce(text);
    said.classList.toggle("wrong", text.endsWith("wrong!") || text.includes("stuck"));
    buttons.reset.disabled = buttons.back.disabled = at === 0;
    buttons.step.disabled = at === recording.steps.length;
  }

  // Brings a node of a large tree into sight.
  function follow(node) {
    const drawn = tree.querySelector(`[data-node="${node}"]`);
    if (!drawn) return;
    const [box, frame] = [drawn.getBoundingClientRect(), tree.getBoundingClientRect()];
    if (box.left < frame.left || box.right > frame.right) tree.scrollLeft += box.left - frame.left - frame.width / 2;
    if (box.top < frame.top || box.bottom > frame.bottom) tree.scrollTop += box.top - frame.top - frame.height / 2;
  }

  form.source.addEventListener("change", () => load(0));
  await load(Number(given.step) || 0);
  return () => { pause(); asked?.abort(); };
}
