import { parse } from "csv-parse/sync";
import { exportedFiles } from "./exported-files";

/** "labels | measure: value (n; what it counts; arms; level)", with each table's title and caption above its rows, and its notes where they are asked for. */
async function exported(withNotes = false): Promise<string[]> {
  const files = await exportedFiles();
  let last = "";
  return files.flatMap((text) =>
    parse<Record<string, string>>(text, { bom: true, columns: true }).flatMap((row) => {
      const { measure, value, why_undefined: why, low, high, n, n_counts: counts, arms, level_of_measurement: level } = row;
      const { table, about, notes } = row;
      const labels = Object.entries(row).flatMap(([head, label]) => (/^[A-Z]/u.test(head) && label !== "" ? [label] : []));
      const head = `\n${table} (${about})${withNotes && notes ? `\n${notes}` : ""}`;
      const line = `${labels.join(", ")} | ${measure}: ${[value, why, low && `${low} to ${high}`].filter(Boolean).join(" ")} (${[n, counts, arms, level].filter(Boolean).join("; ")})`;
      const isNew = head !== last;
      last = head;
      return isNew ? [head, line] : [line];
    }),
  );
}

/** "figure: its cell, or the link's words outside of tables > query, n", and for a link that only pointers find, that it is one. */
const opened = (from: string, forPointers = ""): string[] =>
  [...document.querySelectorAll<HTMLElement>(`${from} a[data-units]`)].map((link) => {
    const { task: _, figure: name, ...query } = Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams);
    const words = Object.entries(query).map(([key, value]) => `${key}=${value}`);
    const place = link.closest("td, th") ?? link;
    const own = `${name}: ${place.textContent} > ${words.join(" ")} ${link.dataset.units}`.trimEnd();
    return `${own}${link.ariaHidden === "true" ? forPointers : ""}`;
  });

/** Of links outside of tables, those that repeat no other, as a bar does the words above it. */
function openedElsewhere(): string[] {
  const own = (line: string) => line.replace(/: .* > /su, " > ");
  const all = opened("").filter((_, at) => document.querySelectorAll("a[data-units]")[at]?.closest("tbody") === null);
  return all.filter((line, at) => all.findIndex((other) => own(other) === own(line)) === at);
}

/** "head: what its explanation is of". */
const explained = (from: string): string[] =>
  [...document.querySelectorAll<HTMLElement>(`${from} [data-explains]`)].map(
    ({ textContent, dataset }) => `${textContent}: ${dataset.explains}`,
  );

const textsOf = (selectors: readonly string[]): string[] =>
  [...document.querySelectorAll(selectors.map((one) => `[data-panel] ${one}`).join())].map(({ textContent }) => textContent?.trim() ?? "");

/** "cell | cell": rows of tables below their heads, a cell that is wider than one with its width, a drawn one by what is drawn. */
const rows = (): string[] =>
  [...document.querySelectorAll<HTMLTableRowElement>("[data-panel] tbody tr, [data-panel] tfoot tr")].map((row) =>
    [...row.cells]
      .map(({ textContent, colSpan }, at) => `${textContent}${drawnIn(row.cells[at])}${colSpan > 1 ? ` (${colSpan} wide)` : ""}`)
      .join(" | "),
  );

const drawnIn = (place: Element | undefined): string => {
  const drawing = place?.querySelector<HTMLElement | SVGElement>("svg[data-chart]");
  return drawing ? `(${drawing.dataset.chart})` : "";
};

/** The panels on the page in full: the figures that they export, the explanations at heads, what cells open, and the sentences beside and below tables. */
export async function panelsInFull(): Promise<string> {
  const titles = [...document.querySelectorAll<HTMLElement>("[data-panel]")].map(({ dataset }) => `# ${dataset.panel}`);
  const sentences = textsOf(["p", "li", "figcaption", "label"]);
  return inLines([
    ...titles,
    ...(await exported()),
    "\nExplains:",
    ...explained("thead"),
    "\nOpens:",
    ...opened("tbody"),
    ...part("Opens outside of tables", openedElsewhere()),
    "\nSays:",
    ...sentences,
  ]);
}

/** The same with what is above and outside tables: descriptions, charts, sums, and accessible names. */
export async function wholePanels(): Promise<string> {
  const titles = [...document.querySelectorAll<HTMLElement>("[data-panel]")].flatMap((panel) => [
    `# ${panel.dataset.panel}`,
    ...[...panel.querySelectorAll("header > :first-child > div")].map(({ textContent }) => textContent ?? ""),
  ]);
  const names = [...document.querySelectorAll("[data-panel] [aria-label]")].map((element) => element.getAttribute("aria-label") ?? "");
  const outside = [...document.querySelectorAll("[data-panel] li")].flatMap((item) => drawnIn(item) || []);
  return inLines([
    ...titles,
    ...(await exported(true)),
    ...["\nExplains:", ...explained("[data-panel]")],
    ...["\nOpens:", ...opened("[data-panel]", " (for pointers)")],
    ...["\nHeads:", ...textsOf(["thead tr", "h3", "dt"])],
    ...["\nRows:", ...rows(), ...outside],
    ...["\nSays:", ...textsOf(["p", "li", "label:not(:has(:checked))", "dd"])],
    ...["\nChosen:", ...textsOf(["label:has(:checked)", "[role=combobox]"])],
    ...["\nNames:", ...names],
  ]);
}

/** A part under its head; nothing where it has no lines. */
const part = (head: string, lines: string[]): string[] => (lines.length === 0 ? [] : [`\n${head}:`, ...lines]);

const inLines = (lines: readonly string[]): string => `${lines.join("\n").trim()}\n`;
