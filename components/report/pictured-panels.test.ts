import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";

// Every panel of the report is in a picture with no figures, with few, equal and many, in both themes: beside the pictures of a report lies a list of
// the panels in them (e2e/support/pictures.ts).

const sizes = ["empty", "tiny", "degenerate", "large"] as const;
type Size = (typeof sizes)[number];

/** Panels that are not shown with data of a size, and why. */
const planted = "takes a study with drafts that are wrong on purpose";
const notShown: Readonly<Record<string, Partial<Record<Size, string>>>> = {
  "How reliable people are": { empty: "takes two people" },
  "The judge where people agree, and where they do not": { empty: "takes two people’s scores of a unit" },
  "What adjudicators decided": { empty: "takes an adjudicated unit" },
  "Judges two by two": { empty: "takes ratings made without a draft" },
  "Ways of evaluating, beside people without a draft": { empty: "takes ratings made without a draft" },
  "Evaluators two by two": { empty: "takes ratings made without a draft" },
  "Does a judge agree with itself?": { empty: "takes a judge that was asked twice" },
  "Results of the judges' own checks": { empty: "takes a judge that checks itself" },
  "How far apart are the judge and people?": { empty: "takes two units that both have scored" },
  "The judge against people": { empty: "takes two units that both have scored" },
  "Does the judge order systems as people do?": { empty: "takes two systems that both have scored" },
  "Does the judge favour its own model?": { empty: "takes an output of the judge’s own model" },
  "How would systems rank at equal length?": {
    empty: "takes an input’s outputs by two systems",
    tiny: "takes an input’s outputs by two systems",
  },
  "Is the judge kinder to some groups?": { empty: "takes two groups, one of them of 20 units" },
  "Does the form of outputs sway the judge?": { empty: "takes 20 units of a form and 20 without it" },
  "Does the judge tell criteria apart?": { empty: "takes two criteria that vary", degenerate: "takes two criteria that vary" },
  "With a draft and without it": { empty: "takes ratings in two arms" },
  "With the draft and without it: ": { empty: "takes ratings in two arms" },
  "Above or below the draft: ": { empty: "takes ratings in two arms" },
  "Right drafts, wrong drafts: ": { empty: "takes scores given with a judge’s draft" },
  "Who puts whom right": { empty: "takes scores given with a judge’s draft" },
  "First score, final score: ": { empty: "takes scores given before and after a judge’s draft" },
  "What people did with the dimensions made for each sample": { empty: "takes a dimension that somebody has seen" },
  "Are drafts noticed that are wrong on purpose?": { empty: planted, tiny: planted, degenerate: planted, large: planted },
  "Do experts agree about the criteria?": { empty: "takes a panel of experts" },
  "Would a judge propose the same criteria again?": { empty: "takes criteria that a judge has proposed" },
  "How many units would it take?": { empty: "takes an interval of alpha", degenerate: "takes an interval of alpha" },
  "How many units for the judge’s correlation?": {
    ...{ empty: "takes an interval of a correlation", tiny: "takes an interval of a correlation" },
    degenerate: "takes an interval of a correlation",
  },
  "What halves the interval at the least cost?": { empty: "takes an interval of a mean", degenerate: "takes an interval of a mean" },
  "Frozen reports": { empty: "takes a frozen report" },
};

const filesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []));

const pictures = join(import.meta.dirname, "../../e2e/pictures");

/** Each line of a list: a picture's name, a colon, and the title of a panel in it. The list or its folder is named after a size, or neither is. */
const pictured = filesIn(pictures, ".txt").flatMap((list) => {
  const size = sizes.find((one) => list.slice(pictures.length).split(/[/.]/u).includes(one));
  const lines = readFileSync(list, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [name = "", ...title] = line.split(": ");
    return { list, size, title: title.join(": "), picture: join(dirname(list), name) };
  });
});

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

const cells = drawn.flatMap(([title, file]) => sizes.map((size) => ({ title, file, size, why: notShown[title]?.[size] })));

it.each(cells.filter(({ why }) => why === undefined))("$title ($file) is in a picture of $size data", ({ title, size }) => {
  expect(pictured.filter((one) => one.size === size && one.title.startsWith(title))).not.toEqual([]);
});

it.each(cells.filter(({ why }) => why !== undefined))("$title ($file) is in no picture of $size data: $why", ({ title, size }) => {
  expect(pictured.filter((one) => one.size === size && one.title.startsWith(title))).toEqual([]);
});

it("says of no other panel that it is not shown", () => {
  const titles = drawn.map(([title]) => title);
  expect(Object.keys(notShown).filter((title) => !titles.includes(title))).toEqual([]);
});

it("has each picture in both themes", () => {
  const files = pictured.flatMap(({ picture }) => ["light", "dark"].map((theme) => `${picture}-${theme}.png`));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it("takes no picture in two places", () => {
  const lists = new Map(pictured.map(({ picture, list }) => [picture, list]));
  expect(pictured.filter(({ picture, list }) => lists.get(picture) !== list)).toEqual([]);
});
