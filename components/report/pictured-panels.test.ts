import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";

// Every panel of the report is in a picture: beside the pictures of a report lies a list of the panels in them (e2e/support/pictures.ts).

const filesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []));

const pictured = filesIn(join(import.meta.dirname, "../../e2e/pictures"), ".txt")
  .flatMap((list) => readFileSync(list, "utf8").trimEnd().split("\n"))
  .map((line) => line.slice(line.indexOf(": ") + 2));

/** What draws a panel whose title another component gives, and panels that bear a name which people gave. */
const named = ["report-panel.tsx", "figure-panel.tsx", "frozen-head-panel.tsx", "compare-side.tsx"];

const panel = /<(?:(?:Report|Figure)?Panel\s(?!\{)|header\s+data-panel=)/u;
const givenTitle = /\b(?:title|data-panel)=(?:("[^"]+")|\{(title)\}|\{([^}]+)\})/u;

/** The titles of the panels that a file draws, each up to what is computed in it. */
function titlesIn(source: string): string[] {
  return source.split(new RegExp(`(?=${panel.source})`, "u")).flatMap((part) => {
    if (part.search(panel) !== 0) return [];
    const [, plain, variable, computed = ""] = givenTitle.exec(part) ?? [];
    const written = variable === undefined ? (plain ?? computed) : (/\bconst title = ([^;]+);/u.exec(source)?.[1] ?? "");
    // Of a text with others inside, the first.
    const found = [...written.matchAll(/"([^"]+)"|`([^`$]+)/gu)].map(([, text, start]) => text ?? start ?? "");
    const texts = written.startsWith("`") ? found.slice(0, 1) : found;
    expect(texts, `a title in ${part.slice(0, 200)}`).not.toEqual([]);
    return texts;
  });
}

const drawn = filesIn(import.meta.dirname, ".tsx")
  .filter((file) => !file.endsWith(".dom.test.tsx") && !named.includes(basename(file)))
  .flatMap((file) => [...new Set(titlesIn(readFileSync(file, "utf8")))].map((title): [string, string] => [title, basename(file)]));

it("finds the report's panels", () => {
  const titles = drawn.map(([title]) => title);
  expect(titles.length).toBeGreaterThan(55);
  expect(titles).toEqual(
    expect.arrayContaining([
      "Conclusion",
      "Methods",
      "How scores are spread",
      "Which way ",
      "Planned and reached",
      "With a draft and without it",
    ]),
  );
});

it.each(drawn)("%s (%s) is in a picture", (title) => {
  expect(pictured.filter((one) => one.startsWith(title))).not.toEqual([]);
});
