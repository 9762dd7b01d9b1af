// The tree of a position.

import { about, get, post } from "./api.js";
import { announce, copyButton, field, h, outcomeBadge, problem, save, select } from "./dom.js";
import { picture, pictureLabel } from "./picture.js";

const ALL = ["outcome", "nimber", "misere"];
const PAGE = 48;

export async function show(main, place) {
  const { games } = await about();
  const given = place.parameters;
  const game = games.find(({ name }) => name === given.game) ?? games[0];
  const trail = (given.trail ?? "").split(",").filter(Boolean);
  const control = new AbortController();
  const { signal } = control;

  const form = {
    game: select(games.map(({ name, title }) => [name, title]), game.name, { id: "game" }),
    position: h("input", { class: "notation", id: "position", value: given.position ?? game.examples[0], spellcheck: "false", autocapitalize: "off" }),
  };
  const address = (position, from = []) => {
    const query = new URLSearchParams({ ...(form.game.value !== "sprouts" && { game: form.game.value }), position, ...(from.length > 0 && { trail: from.slice(-30).join(",") }) });
    return `/explore?${query}`;
  };
  const samples = h("div", { class: "row" }, game.examples.map((text) => h("a", { class: "notation", href: address(text), "data-view": true }, text)));
  form.game.addEventListener("change", () => place.go(`/explore?${new URLSearchParams({ game: form.game.value, position: games.find(({ name }) => name === form.game.value).examples[0] })}`));
  const body = h("div", { class: "stack", id: "explored" });
  main.append(h("h1", {}, "Walk the tree of a position"),
    h("div", { class: "stack" },
      h("form", { class: "panel stack", onsubmit: (event) => { event.preventDefault(); place.go(address(form.position.value)); } },
        h("div", { class: "row" }, field("Game", form.game), h("label", { class: "field wide" }, h("span", {}, "Position"), form.position), h("button", { class: "main" }, "Show")),
        h("div", { class: "row middle note" }, "Examples:", samples)),
      body));
  load().catch((error) => {
    if (error.name !== "AbortError") body.replaceChildren(problem(error, form.position.value));
  });
  return () => control.abort();

  async function load() {
    const text = form.position.value;
    body.replaceChildren(h("p", { class: "note" }, "Looking at it …"));
    const position = await get("/api/position", { game: game.name, position: text }, signal);
    document.title = `${position.canon} · Rhizome`;
    const values = h("div", { id: "values", class: "stack" });
    const drawn = h("div", { class: "drawn" });
    const lands = h("div");
    const children = h("div", { class: "stack" });
    const crumbs = h("nav", { "aria-label": "The way here" }, h("ol", { class: "trail" },
      trail.map((crumb, index) => h("li", {}, h("a", { class: "notation", href: address(crumb, trail.slice(0, index)), "data-view": true }, crumb))),
      h("li", { class: "notation", "aria-current": "page" }, position.canon)));
    body.replaceChildren(
      h("section", { class: "panel stack", "aria-label": "The position" }, crumbs,
        h("h2", { class: "notation", id: "canon" }, position.canon),
        position.canon !== text.trim() && h("p", { class: "note" }, "This is the simplest form of ", h("span", { class: "notation" }, text), "."),
        h("div", { class: "columns" }, drawn, h("div", { class: "stack" }, values, tools(position)))),
      lands, children);
    announce(`${position.canon}, ${position.children.length} children`);
    const asked = [showValues(position, values), showChildren(position, children)];
    if (game.name === "sprouts") asked.push(showPicture(position, drawn));
    else drawn.remove();
    if (position.lands.length + (position.heap > 0 ? 1 : 0) > 1) asked.push(showLands(position, lands));
    await Promise.all(asked);
  }

  async function showPicture(position, drawn) {
    const [answer] = (await post("/api/pictures", { positions: [position.canon] }, signal)).pictures;
    if (answer.error) {
      drawn.replaceChildren(h("p", { class: "note" }, `There is no picture: ${answer.error}`));
      return;
    }
    drawn.replaceChildren(picture(answer.drawing, pictureLabel(position.canon, answer.drawing), { live: true }),
      h("p", { class: "note" }, "Numbers in spots are their lives. Dead parts are not in the notation, and a region may have been mirrored: this is one picture with these words."));
  }

  function tools(position) {
    const query = { ...(game.name !== "sprouts" && { game: game.name }), position: position.canon };
    const wrong = h("div");
    const keepFile = async (path, parameters, name, type) => {
      wrong.replaceChildren();
      try {
        const response = await fetch(`${path}?${new URLSearchParams(parameters)}`, { signal });
        const text = await response.text();
        if (!response.ok) throw new Error(JSON.parse(text).error);
        save(name, type, text);
      } catch (error) {
        if (error.name !== "AbortError") wrong.replaceChildren(problem(error));
      }
    };
    const certificate = (claim, what) => h("button", { type: "button", id: `certificate-${claim}`, onclick: async (event) => {
      const button = event.currentTarget;
      button.disabled = true;
      await keepFile("/api/certificate", { ...query, claim }, `${game.name}-${claim}.cert`, "text/plain");
      button.disabled = false;
    } }, `Certificate of the ${what}`);
    return h("div", { class: "stack" },
      h("div", { class: "row" }, copyButton("Copy notation", "The notation", () => position.canon),
        copyButton("Copy link", "The link", () => `${location.origin}${address(position.canon)}`),
        game.name === "sprouts" && h("button", { type: "button", id: "svg", onclick: () => keepFile("/api/picture.svg", { position: position.canon }, "position.svg", "image/svg+xml") }, "Save picture"),
        certificate("outcome", "outcome"), certificate("nimber", "nimber"), certificate("misere", "misère outcome"),
        h("a", { href: `/watch?${new URLSearchParams(query)}`, "data-view": true }, "Search for longer")), wrong);
  }

  function known(value) {
    return value && "known" in value ? value.known : null;
  }

  function reason(value) {
    return value?.unknown ? `not found here: ${value.unknown}` : "";
  }

  function rctFacts(value) {
    const rct = known(value);
    if (!rct) return h("p", { class: "note", id: "rct" }, `The reduced canonical tree was ${reason(value)}.`);
    return h("div", { id: "rct" }, h("h3", {}, "Reduced canonical tree"),
      h("p", {}, h("span", { class: "notation" }, rct.rct ?? "too long to be shown"), h("br"), `${rct.name}, height ${rct.height}, genus ${rct.genus}, ${rct.tame ? "tame" : "wild"}`));
  }

  async function showValues(position, panel, milliseconds = 1500) {
    panel.replaceChildren(h("p", { class: "note" }, "Solving …"));
    const [values] = (await post("/api/values", { game: game.name, positions: [position.canon], questions: ALL, milliseconds }, signal)).values;
    const fact = (name, id, value, show) => h("div", {}, h("dt", {}, name), h("dd", { id, title: reason(value) || null, "data-value": known(value) ?? "unknown" }, known(value) === null ? "?" : show(known(value))));
    const play = (name) => (outcome) => [outcomeBadge(outcome, name), ` ${outcome}`];
    const missing = ALL.some((question) => values[question]?.unknown);
    const rct = h("div", {}, h("button", { type: "button", id: "ask-rct", onclick: async () => {
      rct.replaceChildren(h("p", { class: "note" }, "Looking at all that can be reached …"));
      try {
        const [found] = (await post("/api/values", { game: game.name, positions: [position.canon], questions: ["rct"], milliseconds: 10000 }, signal)).values;
        rct.replaceChildren(rctFacts(found.rct));
      } catch (error) {
        if (error.name !== "AbortError") rct.replaceChildren(problem(error));
      }
    } }, "Find the reduced canonical tree"));
    panel.replaceChildren(h("dl", { class: "facts" },
      fact("Normal play", "outcome", values.outcome, play("Normal play")), fact("Nimber", "nimber", values.nimber, (nimber) => `*${nimber}`),
      fact("Misère play", "misere", values.misere, play("Misère play"))),
      ...[missing && h("p", { class: "note" }, "What is unknown was not found in time. ",
        milliseconds < 15000 && h("button", { type: "button", id: "longer", onclick: () => showValues(position, panel, 15000).catch((error) => error.name !== "AbortError" && panel.replaceChildren(problem(error))) }, "Try for 15 s")), rct].filter(Boolean));
  }

  async function showLands(position, panel) {
    const parts = [...new Set(position.lands)];
    const values = (await post("/api/values", { game: game.name, positions: parts, questions: ALL, milliseconds: 1500 }, signal)).values;
    const times = (land) => position.lands.filter((other) => other === land).length;
    panel.replaceChildren(h("section", { class: "panel", id: "lands", "aria-label": "Lands" }, h("h2", {}, "It falls apart into lands"),
      h("p", { class: "note" }, "The nimber of the whole is the exclusive or of those of the lands."),
      h("table", {}, h("thead", {}, h("tr", {}, ["land", "times", "normal play", "nimber", "misère play"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, values.map((value) => h("tr", {}, h("th", { scope: "row" }, h("a", { class: "notation", href: address(value.position, [...trail, position.canon]), "data-view": true }, value.position)),
          h("td", {}, String(times(value.position))), h("td", {}, outcomeBadge(known(value.outcome), "Normal play")), h("td", {}, known(value.nimber) === null ? "?" : `*${known(value.nimber)}`), h("td", {}, outcomeBadge(known(value.misere), "Misère play")))),
        position.heap > 0 && h("tr", {}, h("th", { scope: "row", class: "notation" }, `*${position.heap}`), h("td", {}, "1"), h("td", {}, outcomeBadge("win", "Normal play")), h("td", {}, `*${position.heap}`),
          h("td", {}, outcomeBadge(position.heap === 1 ? "loss" : "win", "Misère play"))))))); 
  }

  async function showChildren(position, panel) {
    const { children, stopped } = position;
    const list = h("ul", { class: "children" });
    const more = h("div");
    panel.replaceChildren(h("section", { class: "panel stack", "aria-label": "Children" },
      h("h2", {}, children.length === 0 ? "No move is left" : `${children.length}${stopped ? " and more" : ""} position${children.length === 1 ? "" : "s"} after one move`),
      stopped && h("p", { class: "note" }, `Not all are listed: ${stopped}.`),
      children.length > 0 && h("p", { class: "note" }, "W: the player who is to move there wins, so the move is a mistake. L: the move wins."), list, more));
    let shown = 0;
    const next = async () => {
      const part = children.slice(shown, shown + PAGE);
      shown += part.length;
      more.replaceChildren();
      const cards = part.map((text) => {
        const sketch = h("div");
        const line = h("div", {}, h("span", { class: "note" }, "…"));
        const link = h("a", { class: "card", href: address(text, [...trail, position.canon]), "data-view": true, "data-child": text }, sketch, h("div", { class: "notation" }, text), line);
        list.append(h("li", {}, link));
        return { text, sketch, line };
      });
      if (shown < children.length) more.append(h("button", { type: "button", onclick: () => next().catch(() => {}) }, `Show ${Math.min(PAGE, children.length - shown)} more`));
      const work = [];
      for (let start = 0; start < part.length; start += 12) work.push(fill(cards.slice(start, start + 12)));
      await Promise.all(work);
    };
    await next();
  }

  async function fill(cards) {
    const positions = cards.map(({ text }) => text);
    const values = post("/api/values", { game: game.name, positions, questions: ALL, milliseconds: 2500 }, signal).then((answer) => {
      answer.values.forEach((value, index) => {
        const nimber = known(value.nimber);
        cards[index].line.replaceChildren(
          h("span", { class: "value" }, outcomeBadge(known(value.outcome), "Normal play")),
          h("span", { class: "value" }, h("i", {}, "nimber"), nimber === null ? "?" : `*${nimber}`),
          h("span", { class: "value" }, h("i", {}, "misère"), outcomeBadge(known(value.misere), "Misère play")));
        cards[index].line.dataset.values = JSON.stringify({ outcome: known(value.outcome), nimber, misere: known(value.misere) });
      });
    }).catch((error) => {
      if (error.name === "AbortError") throw error;
      for (const { line } of cards) line.replaceChildren(h("span", { class: "note" }, error.message));
    });
    const sketches = game.name === "sprouts" && post("/api/pictures", { positions }, signal).then(({ pictures }) => {
      pictures.forEach(({ drawing }, index) => {
        if (drawing) cards[index].sketch.replaceChildren(picture(drawing, pictureLabel(positions[index], drawing), { live: true }));
      });
    }).catch((error) => {
      // Without pictures the children are still there.
      if (error.name === "AbortError") throw error;
    });
    await Promise.all([values, sketches]);
  }
}
