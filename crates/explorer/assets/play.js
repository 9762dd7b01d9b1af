// A game of Sprouts against the solver.

import { post } from "./api.js";
import { announce, copyButton, field, h, problem, s, select } from "./dom.js";
import { picture, pictureLabel } from "./picture.js";

const THINKING = [["500", "0.5 s"], ["2000", "2 s"], ["5000", "5 s"], ["15000", "15 s"]];

export async function show(main, place) {
  const given = place.parameters;
  const spotsGiven = Math.min(12, Math.max(2, Math.round(Number(given.spots)) || 4));
  const game = {
    spots: spotsGiven,
    misere: given.play === "misere",
    // Which moves are the person's: those of even or odd number.
    youBegin: given.first !== "solver",
    moves: (given.moves ?? "").split(".").filter(Boolean).map(Number).filter(Number.isSafeInteger),
  };
  let thinking = THINKING.some(([name]) => name === given.time) ? given.time : "2000";
  let state = null;
  let busy = false;
  let asked = new AbortController();
  let stroke = null;

  const form = {
    spots: select(Array.from({ length: 11 }, (_, index) => [String(index + 2), `${index + 2} spots`]), String(game.spots), { id: "spots" }),
    play: select([["normal", "normal: who moves last wins"], ["misere", "misère: who moves last loses"]], game.misere ? "misere" : "normal", { id: "play" }),
    first: select([["you", "you"], ["solver", "the solver"]], game.youBegin ? "you" : "solver", { id: "first" }),
    time: select(THINKING, thinking, { id: "time" }),
  };
  const message = h("p", { class: "message", id: "message" });
  const wrong = h("div", { id: "wrong" });
  const board = h("div", { class: "board", id: "board" });
  const undo = h("button", { type: "button", id: "undo", onclick: takeBack }, "Undo");
  const hint = h("button", { type: "button", id: "hint", onclick: showHint }, "Hint");
  const list = h("div", { class: "moves scroll", tabindex: "0", role: "region", "aria-label": "Moves by number" });
  const listed = h("details", { id: "moves", ontoggle: () => listed.open && showMoves() }, h("summary", {}, "Choose a move by number"), list);
  const facts = h("dl", { class: "facts", id: "game" });
  main.append(h("h1", {}, "Play Sprouts"),
    h("p", { class: "lead" }, "Draw a curve from a spot to a spot, or to itself, without crossing anything; a new spot comes to lie on it. In no spot may more than three curves end: the numbers say how many more may."),
    h("div", { class: "columns" },
      h("div", { class: "stack" }, message, wrong, board),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" }, facts, h("div", { class: "row" }, hint, undo, copyButton("Share", "The link to this game", () => location.href)), listed),
        h("form", { class: "panel stack", onsubmit: begin }, h("h2", {}, "A new game"),
          field("Start", form.spots), field("Play", form.play), field("First move", form.first), field("The solver thinks for", form.time), h("button", { class: "main", id: "new" }, "New game")))));
  form.time.addEventListener("change", () => { thinking = form.time.value; keep(); });

  function begin(event) {
    event.preventDefault();
    Object.assign(game, { spots: Number(form.spots.value), misere: form.play.value === "misere", youBegin: form.first.value === "you", moves: [] });
    load(true);
  }

  function keep(isStep = false) {
    place.keep({ spots: game.spots, play: game.misere ? "misere" : "normal", first: game.youBegin ? undefined : "solver",
      time: thinking === "2000" ? undefined : thinking, moves: game.moves.join(".") || undefined }, isStep);
  }

  const yourTurn = () => (game.moves.length % 2 === 0) === game.youBegin;
  const body = (more = {}) => ({ spots: game.spots, moves: game.moves, ...more });

  function say(text) {
    message.textContent = text;
    announce(text);
  }

  // Asks the server one thing at a time; what was asked before is not wanted any more.
  async function ask(path, more) {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const answer = await post(path, body(more), signal);
    if (signal.aborted) throw new DOMException("", "AbortError");
    return answer;
  }

  async function load(isNew = false) {
    wrong.replaceChildren();
    try {
      take(await ask("/api/game"));
      if (isNew) keep(true);
      await turn();
    } catch (error) {
      complain(error);
    }
  }

  function complain(error) {
    setBusy(false);
    if (error.name === "AbortError") return;
    wrong.replaceChildren(problem(error));
    announce(error.message);
    if (error.at) {
      const [cx, cy] = error.at;
      board.querySelector("svg")?.append(s("circle", { class: "fault", cx, cy, r: 26, "stroke-width": 6 }));
    }
  }

  function setBusy(now) {
    busy = now;
    board.classList.toggle("waiting", now);
    board.dataset.busy = String(now);
    const over = !state || state.over;
    hint.disabled = now || over || !yourTurn();
    undo.disabled = game.moves.length === 0 || (!game.youBegin && game.moves.length === 1);
  }

  function take(answer, sure) {
    state = answer;
    const fact = (name, value, id) => h("div", {}, h("dt", {}, name), h("dd", { id }, value));
    facts.replaceChildren(fact("Moves", String(game.moves.length), "count"), fact("Play", game.misere ? "misère" : "normal"),
      fact("Position", h("a", { class: "notation", href: `/explore?${new URLSearchParams({ position: state.canon })}`, "data-view": true, id: "notation" }, state.canon)));
    const last = game.moves.length > 0 ? game.spots + game.moves.length - 1 : null;
    board.replaceChildren(picture(state.drawing, pictureLabel(state.canon, state.drawing), { live: true, last }));
    board.dataset.moves = game.moves.join(".");
    board.dataset.over = String(state.over);
    if (listed.open) showMoves();
    setBusy(false);
  }

  async function turn(remark = "") {
    if (state.over) {
      const lastWasYours = !yourTurn();
      const youWin = lastWasYours !== game.misere;
      say(`${remark} No move is left: ${lastWasYours ? "you have" : "the solver has"} made the last one, and ${youWin ? "you win." : "the solver wins."}`.trim());
      setBusy(false);
      return;
    }
    if (yourTurn()) {
      say(`${remark} It is your move.`.trim());
      setBusy(false);
      return;
    }
    say("The solver thinks …");
    setBusy(true);
    const answer = await ask("/api/game/reply", { misere: game.misere, milliseconds: Number(thinking) });
    game.moves.push(answer.move);
    take(answer.state);
    keep();
    const remarks = { winning: "The solver has moved, and will win.", losing: "The solver has moved. You can win.", guess: "The solver has moved, but only guesses: it has not found out who wins." };
    await turn(remarks[answer.verdict]);
  }

  async function made(move, answer) {
    game.moves.push(move);
    take(answer);
    keep(true);
    await turn();
  }

  function takeBack() {
    if (game.moves.length === 0) return;
    game.moves.pop();
    if (!yourTurn() && game.moves.length > 0) game.moves.pop();
    load(true);
  }

  async function showHint() {
    wrong.replaceChildren();
    setBusy(true);
    try {
      const answer = await ask("/api/game/hint", { misere: game.misere, milliseconds: Number(thinking) });
      setBusy(false);
      const words = { winning: "This move wins.", losing: "Every move loses against perfect play. This one is as good as any.", guess: "Who wins was not found out in time. This move may be good." };
      say(words[answer.verdict]);
      board.querySelector(".hint")?.remove();
      board.querySelector("svg").append(s("path", { class: "hint", d: answer.path, "stroke-width": 6 }));
    } catch (error) {
      complain(error);
    }
  }

  async function showMoves() {
    if (!state || state.over || !yourTurn()) {
      list.replaceChildren(h("p", { class: "note" }, state?.over ? "There are none." : "It is not your move."));
      return;
    }
    const asOf = game.moves.join(".");
    try {
      const { moves, stopped } = await post("/api/game/moves", body());
      if (asOf !== game.moves.join(".")) return;
      list.replaceChildren(h("ol", {}, moves.map(({ number, child }) => h("li", {}, h("button", { type: "button", class: "notation", onclick: () => choose(number) }, child)))),
        stopped ? h("p", { class: "note" }, stopped) : "");
    } catch (error) {
      list.replaceChildren(problem(error));
    }
  }

  async function choose(number) {
    if (busy || !yourTurn()) return;
    setBusy(true);
    wrong.replaceChildren();
    try {
      const answer = await ask("/api/game", { moves: [...game.moves, number] });
      await made(number, answer);
    } catch (error) {
      complain(error);
    }
  }

  // Where a pointer is, in the coordinates of the picture.
  function point(event) {
    const svg = board.querySelector("svg");
    const box = svg.getBoundingClientRect();
    const [, , width, height] = state.drawing.view.split(" ").map(Number);
    const round = (value) => Math.round(value * 10) / 10;
    return [round(((event.clientX - box.left) / box.width) * width), round(((event.clientY - box.top) / box.height) * height)];
  }

  board.addEventListener("pointerdown", (event) => {
    if (busy || stroke || !state || state.over || !yourTurn() || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    wrong.replaceChildren();
    board.querySelectorAll(".fault, .hint").forEach((mark) => mark.remove());
    const line = s("path", { class: "stroke", "stroke-width": 7 });
    board.querySelector("svg").append(line);
    stroke = { points: [point(event)], line, pointer: event.pointerId };
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length > 0 ? events : [event]) {
      const next = point(each);
      const last = stroke.points.at(-1);
      if (Math.hypot(next[0] - last[0], next[1] - last[1]) >= 2) stroke.points.push(next);
    }
    stroke.line.setAttribute("d", `M ${stroke.points.map((place) => place.join(" ")).join(" L ")}`);
  });
  board.addEventListener("pointercancel", (event) => {
    if (stroke?.pointer !== event.pointerId) return;
    stroke.line.remove();
    stroke = null;
  });
  board.addEventListener("pointerup", async (event) => {
    if (stroke?.pointer !== event.pointerId) return;
    const { points, line } = stroke;
    stroke = null;
    setBusy(true);
    try {
      const answer = await ask("/api/game/stroke", { stroke: points });
      line.remove();
      await made(answer.move, answer.state);
    } catch (error) {
      complain(error);
      setTimeout(() => line.remove(), 1500);
    }
  });

  await load();
  return () => asked.abort();
}
