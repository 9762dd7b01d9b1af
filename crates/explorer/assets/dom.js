// Makes elements, and small things that all views need.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// An element of HTML. Attributes that begin with `on` are listeners.
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// An element of SVG.
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Has something said to those who do not see the page.
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

// A number with its digits in groups of three.
export function count(value) {
  return Math.round(value).toLocaleString("en");
}

// A proof number, of which nothing means infinity.
export function proofNumber(value) {
  return value === null || value === undefined ? "∞" : String(value);
}

export function size(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1024;
    unit += 1;
  }
  return `${unit === 0 || bytes >= 100 ? Math.round(bytes) : bytes.toFixed(1)} ${units[unit]}`;
}

export function seconds(value) {
  if (value < 10) return `${value.toFixed(2)} s`;
  if (value < 60) return `${value.toFixed(1)} s`;
  const minutes = Math.floor(value / 60);
  const rest = (amount, unit) => (amount > 0 ? ` ${amount} ${unit}` : "");
  return minutes < 60 ? `${minutes} min${rest(Math.floor(value % 60), "s")}` : `${Math.floor(minutes / 60)} h${rest(minutes % 60, "min")}`;
}

// A field with its label.
export function field(label, control, hint) {
  return h("label", { class: "field" }, h("span", {}, label), control, hint && h("small", {}, hint));
}

export function select(options, value, attributes) {
  const element = h("select", attributes, options.map(([name, title]) => h("option", { value: name }, title)));
  element.value = value;
  return element;
}

// Win and loss, told apart by letter and shape as well as by colour.
export function outcomeBadge(outcome, what) {
  if (!outcome) return h("span", { class: "badge unknown", title: what }, "?");
  const title = `${what}: ${outcome} for the player to move`;
  return h("span", { class: `badge ${outcome}`, title }, h("span", { "aria-hidden": "true" }, outcome === "win" ? "W" : "L"),
    h("span", { class: "unseen" }, title));
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    return true;
  } catch {
    // Without the right to the clipboard, as on a page that is not from this machine, there is the old way.
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    announce(done ? `${what} copied` : `${what} cannot be copied`);
    return done;
  }
}

// A button that copies, and says so for a moment.
export function copyButton(label, what, text) {
  const button = h("button", { type: "button", onclick: async () => {
    const done = await copy(text(), what);
    button.textContent = done ? "Copied" : "Not copied";
    setTimeout(() => { button.textContent = label; }, 1500);
  } }, label);
  return button;
}

// Saves a text as a file.
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// What is wrong, with a mark under the place in the text.
export function problem(error, text) {
  const span = error.span;
  const marked = span && text !== undefined &&
    h("pre", { class: "marked" }, `${text}\n${" ".repeat(span[0])}${"^".repeat(Math.max(1, span[1] - span[0]))}`);
  return h("div", { class: "problem", role: "alert" }, h("p", {}, error.message), marked);
}
