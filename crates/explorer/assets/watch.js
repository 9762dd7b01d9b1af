// Long searches, a cluster, and a simulation.

import { about, get, post, remove } from "./api.js";
import { chart } from "./chart.js";
import { count, field, h, outcomeBadge, problem, proofNumber, seconds, select, size } from "./dom.js";

const ALGORITHMS = [["dfpn", "dfpn: depth-first proof-number search"], ["pdfpn", "pdfpn: the same with two threads"], ["pns", "pns: proof-number search, best first"]];

export async function show(main, place) {
  const server = await about();
  const given = place.parameters;
  let source = null;
  let clusterSource = null;
  let chosen = null;

  const form = {
    game: select(server.games.map(({ name, title }) => [name, title]), given.game ?? "sprouts"),
    position: h("input", { class: "notation", id: "job-position", value: given.position ?? "0*11", spellcheck: "false", autocapitalize: "off" }),
    play: select([["normal", "normal"], ["misere", "misère"]], given.play ?? "normal"),
    algorithm: select(ALGORITHMS, "dfpn"),
    seconds: h("input", { type: "number", min: 1, max: server.job_seconds, value: String(Math.min(600, server.job_seconds)) }),
  };
  const wrong = h("div");
  const list = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Searches" });
  const detail = h("div", { class: "stack", id: "job" });
  main.append(h("h1", {}, "Follow a search"),
    h("p", { class: "lead" }, `A search goes on in the server, also when this page is closed; it may take up to ${seconds(server.job_seconds)} and ${size(server.job_memory)}.`),
    h("div", { class: "stack" },
      h("form", { class: "panel stack", onsubmit: begin },
        h("div", { class: "row" }, field("Game", form.game), h("label", { class: "field wide" }, h("span", {}, "Position"), form.position),
          field("Play", form.play), field("Algorithm", form.algorithm), field("Seconds at most", form.seconds), h("button", { class: "main", id: "begin" }, "Start")), wrong),
      h("section", { class: "panel", "aria-label": "Searches of this server" }, h("h2", {}, "Searches of this server"), list),
      detail, clusterSection(), simulationSection()));

  async function begin(event) {
    event.preventDefault();
    wrong.replaceChildren();
    try {
      const job = await post("/api/jobs", { game: form.game.value, position: form.position.value, misere: form.play.value === "misere",
        algorithm: form.algorithm.value, seconds: Number(form.seconds.value) || undefined });
      await choose(job.id);
    } catch (error) {
      wrong.replaceChildren(problem(error, form.position.value));
    }
  }

  async function refreshList() {
    const { jobs } = await get("/api/jobs");
    if (jobs.length === 0) {
      list.replaceChildren(h("p", { class: "note" }, "None yet."));
      return jobs;
    }
    list.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, ["", "position", "play", "algorithm", "time", "state"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, jobs.map((job) => h("tr", { class: job.id === chosen ? "path" : null },
        h("td", {}, h("button", { type: "button", onclick: () => choose(job.id), "aria-pressed": String(job.id === chosen) }, `#${job.id}`)),
        h("th", { scope: "row", class: "notation" }, `${job.game === "sprouts" ? "" : `${job.game} `}${job.position}`), h("td", {}, job.play), h("td", {}, job.algorithm),
        h("td", { class: "number" }, seconds(job.seconds)), h("td", {}, state(job)))))));
    return jobs;
  }

  function state(job) {
    if (!job.finish) return "running";
    if (job.finish.outcome) return outcomeBadge(job.finish.outcome, "Outcome");
    return job.finish.stopped;
  }

  async function choose(id) {
    source?.close();
    source = null;
    chosen = id;
    place.keep({ ...place.parameters, job: id });
    let job;
    try {
      job = await get(`/api/jobs/${id}`);
    } catch (error) {
      detail.replaceChildren(problem(error));
      return;
    }
    drawJob(job);
    await refreshList();
    if (job.finish) return;
    source = new EventSource(`/api/jobs/${id}/events`);
    let samples = [];
    const take = (event) => {
      const view = JSON.parse(event.data);
      samples = view.samples.length > 1 ? view.samples : [...samples.filter((sample) => sample.seconds < (view.samples[0]?.seconds ?? Infinity)), ...view.samples];
      drawJob({ ...view, samples });
    };
    source.addEventListener("state", take);
    source.addEventListener("end", (event) => {
      source?.close();
      source = null;
      take(event);
      refreshList().catch(() => {});
    });
  }

  function drawJob(job) {
    const last = job.samples.at(-1);
    const end = job.finish;
    const fact = (name, value, id) => h("div", {}, h("dt", {}, name), h("dd", { id }, value));
    const rate = (job.samples.length > 1 && !end) ? speed(job.samples.slice(-6)) : (end?.expansions ?? 0) / Math.max(end?.seconds ?? 1, 1e-3);
    const heading = h("div", { class: "row middle" }, h("h2", {}, `Search #${job.id}: `, h("span", { class: "notation" }, job.position)),
      !end && h("button", { type: "button", id: "cancel", onclick: async (event) => { event.target.disabled = true; await remove(`/api/jobs/${job.id}`).catch(() => {}); } }, "Cancel"));
    const verdict = end && h("p", { class: "message", id: "verdict" }, end.outcome
      ? [outcomeBadge(end.outcome, "Outcome"), ` ${end.outcome === "win" ? "The player who moves first wins" : "The player who moves second wins"}${job.play === "misere" ? " in misère play" : ""}.`]
      : `Not decided: ${end.stopped}.`);
    const kept = detail.querySelector(".line")?.scrollTop ?? 0;
    const hadFocus = document.activeElement?.id === "cancel";
    detail.replaceChildren(h("section", { class: "panel stack", "aria-label": "The chosen search" }, heading, verdict,
      h("dl", { class: "facts" }, fact("Time", seconds(job.seconds)), fact("Expansions", count(end?.expansions ?? last?.expansions ?? 0), "expansions"), fact("A second", count(rate)),
        fact("Root pn", end?.outcome ? proofNumber(end.outcome === "win" ? 0 : null) : proofNumber(last?.pn ?? 1)), fact("Root dn", end?.outcome ? proofNumber(end.outcome === "win" ? null : 0) : proofNumber(last?.dn ?? 1)),
        fact("Nimbers", count(end?.facts ?? last?.facts ?? 0)), fact("Memory", size(end?.peak_memory ?? last?.memory ?? 0))),
      job.line.length > 0 && !end && h("div", {}, h("h3", {}, "The line that is searched"), h("div", { class: "line notation", tabindex: "0", role: "region", "aria-label": "The line that is searched" }, job.line.join(" › ")))),
      charts(job.samples));
    if (hadFocus) detail.querySelector("#cancel")?.focus();
    const line = detail.querySelector(".line");
    if (line) line.scrollTop = kept;
  }

  function clusterSection() {
    if (!server.cluster) return null;
    const body = h("div", { class: "stack" });
    const draw = (view) => {
      const last = view.samples.at(-1);
      const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
      body.replaceChildren(...[view.problem && problem(new Error(`${view.address}: ${view.problem}`)),
        last && h("dl", { class: "facts" }, fact("Workers", count(last.workers ?? 0)), fact("Expansions", count(last.expansions)), fact("A second", count(speed(view.samples.slice(-4)))),
          fact("Root pn", proofNumber(last.pn)), fact("Root dn", proofNumber(last.dn)), fact("Facts", count(last.facts)), fact("Jobs given", count(view.jobs ?? 0)), fact("Master's memory", size(last.memory))),
        last && charts(view.samples, true)].filter(Boolean));
    };
    clusterSource = new EventSource("/api/cluster/events");
    clusterSource.addEventListener("state", (event) => draw(JSON.parse(event.data)));
    return h("section", { class: "panel stack", "aria-label": "The cluster", id: "cluster" }, h("h2", {}, "The cluster"), body);
  }

  function simulationSection() {
    const text = h("textarea", { rows: 4, spellcheck: "false", id: "simulation-text", "aria-label": "Lines of rhizome simulate --format json" });
    const curves = h("div", { id: "scaling" });
    const draw = (points) => curves.replaceChildren(scaling(points));
    const paste = h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      try { draw(readSimulation(text.value)); } catch (error) { curves.replaceChildren(problem(error)); }
    } }, h("p", { class: "note" }, "Paste what ", h("code", {}, "rhizome simulate '0*10' --workers 1,2,4,8 --format json"), " prints, one object a line."), text, h("div", {}, h("button", {}, "Draw the curves")));
    if (server.simulation) get("/api/simulation").then(({ points }) => draw(points)).catch((error) => curves.replaceChildren(problem(error)));
    return h("section", { class: "panel stack", "aria-label": "Scaling" }, h("h2", {}, "How a search scales"), paste, curves);
  }

  const jobs = await refreshList();
  const wanted = Number(given.job) || jobs.find((job) => !job.finish)?.id;
  if (wanted) await choose(wanted);
  return () => { source?.close(); clusterSource?.close(); };
}

function speed(samples) {
  const [first, last] = [samples[0], samples.at(-1)];
  return samples.length > 1 && last.seconds > first.seconds ? (last.expansions - first.expansions) / (last.seconds - first.seconds) : 0;
}

function charts(samples, workers = false) {
  const over = (value) => samples.map((sample) => [sample.seconds, value(sample)]);
  const rates = samples.slice(1).map((sample, index) => [sample.seconds, (sample.expansions - samples[index].expansions) / Math.max(sample.seconds - samples[index].seconds, 1e-3)]);
  return h("div", { class: "charts" },
    chart("Numbers of the root", [{ name: "pn", points: over(({ pn }) => pn) }, { name: "dn", points: over(({ dn }) => dn) }], { log: true }),
    chart("Expansions a second", [{ name: "expansions a second", points: rates }]),
    workers && chart("Workers", [{ name: "workers", points: over(({ workers }) => workers ?? null) }]),
    chart("Nimbers found", [{ name: "nimbers", points: over(({ facts }) => facts) }]),
    chart("Memory", [{ name: "bytes", points: over(({ memory }) => memory) }], { show: size }));
}

// The lines of a simulation.
export function readSimulation(text) {
  const points = text.split("\n").map((line, index) => [line.trim(), index + 1]).filter(([line]) => line !== "").map(([line, number]) => {
    let point;
    try { point = JSON.parse(line); } catch { throw new Error(`line ${number} is no JSON`); }
    if (typeof point?.workers !== "number") throw new Error(`line ${number} has no number of workers`);
    return point;
  });
  if (points.length === 0) throw new Error("there is no line of a simulation");
  return points;
}

function scaling(points) {
  const sorted = [...points].sort((one, other) => one.workers - other.workers);
  const of = (name) => sorted.filter((point) => typeof point[name] === "number").map((point) => [point.workers, point[name]]);
  const options = { marks: true, x: "workers" };
  return h("div", { class: "charts" },
    chart("Speedup", [{ name: "speedup", points: of("speedup") }, { name: "as many as workers", points: sorted.map(({ workers }) => [workers, workers]) }], options),
    chart("Overhead", [{ name: "overhead", points: of("overhead") }], options),
    chart("Utilisation", [{ name: "utilisation", points: of("utilisation") }], options));
}
