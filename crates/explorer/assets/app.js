// Shows the view that the address names.

import { h, problem } from "./dom.js";
import * as explore from "./explore.js";
import * as learn from "./learn.js";
import * as play from "./play.js";
import * as watch from "./watch.js";

const VIEWS = {
  "/": { title: "Rhizome", show: welcome },
  "/learn": { title: "Learn", show: learn.show },
  "/explore": { title: "Explore", show: explore.show },
  "/play": { title: "Play", show: play.show },
  "/watch": { title: "Watch", show: watch.show },
};

const main = document.getElementById("main");
let leave = null;

const place = {
  // The parameters of the address.
  get parameters() {
    return Object.fromEntries(new URLSearchParams(location.search));
  },
  // Puts parameters into the address, so that a reload and a link come back to what is seen.
  keep(parameters, isStep = false) {
    const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "" && value !== null));
    const address = `${location.pathname}${query.size ? `?${query}` : ""}`;
    if (address === `${location.pathname}${location.search}`) return;
    if (isStep) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  },
  go,
};

function go(address) {
  history.pushState(null, "", address);
  show(true);
}

async function show(isStep) {
  leave?.();
  leave = null;
  const view = VIEWS[location.pathname] ?? VIEWS["/"];
  document.title = view.title === "Rhizome" ? "Rhizome" : `${view.title} · Rhizome`;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren();
  if (isStep) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  try {
    leave = (await view.show(main, place)) ?? null;
  } catch (error) {
    main.append(problem(error));
  }
}

function welcome(main) {
  const card = (address, title, text) =>
    h("a", { class: "card big", href: address, "data-view": true }, h("h2", {}, title), h("p", {}, text));
  main.append(
    h("h1", {}, "Who wins, and why?"),
    h("p", { class: "lead" }, "Rhizome proves who wins two-player games. Here you can look over its shoulder."),
    h("div", { class: "cards" },
      card("/learn", "Learn", "Step through proof-number search on a small tree, and watch pn and dn move."),
      card("/explore", "Explore", "Walk the tree of a position: pictures, outcomes, nimbers and what it is worth in misère play."),
      card("/play", "Play", "Draw curves with finger or mouse, against a solver that errs only where it says so."),
      card("/watch", "Watch", "Start a long search and follow it, or a whole cluster.")),
  );
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-view]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(`${link.pathname}${link.search}`);
});
addEventListener("popstate", () => show(false));
show(false);
