import type { UnitQuery } from "@/lib/domain/unit-query";
import type { SelectionCounts } from "@/lib/domain/unit-selection";
import { figuresOf } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { narrowingWords } from "../words/narrowing-words";

const outcomeWords: Record<string, string> = { accept: "accepted", revise: "revised", remove: "removed", add: "added" };
const changeWords: Record<string, string> = {
  up: "people scored higher than",
  down: "people scored lower than",
  same: "people gave the same score as",
  changed: "people gave another score than",
};

/** "33 units", "120 ratings in 84 units": how many of what the figure counts. */
export function countWords({ units, ratings, lines }: SelectionCounts, of: string | undefined): string {
  const inUnits = figuresOf(units, "unit");
  if (of === "ratings") return `${figuresOf(ratings, "rating")} in ${inUnits}`;
  if (of === "lines") return `${figuresOf(lines, "line")} in ${inUnits}`;
  return inUnits;
}

/** "of “Examples” where the judge is 2 or more above people’s median": what a selection holds, after the count. `labels` name scores of a label. */
export function selectionWords(query: UnitQuery, labels: readonly string[] | null = null): string {
  const where = [...aboutRaters(query, labels), ...aboutPairs(query), ...aboutLines(query)];
  const criterion = query.criterion === undefined ? "" : ` of “${plainCriterionName(query.criterion)}”`;
  const narrowed = [narrowingWords(query), query.excluded === "with" ? "with excluded people" : ""].filter(Boolean).join(", ");
  return `${criterion}${where.length === 0 ? "" : ` where ${where.join(" and ")}`}${narrowed === "" ? "" : `; ${narrowed}`}`.trimStart();
}

function aboutRaters(query: UnitQuery, labels: readonly string[] | null): string[] {
  const { judge, human, other, humanScore, judgeScore, people, ratings, pairable, change, apart, gap } = query;
  const named = (score: string) => labels?.[Number(score)] ?? score;
  const words: string[] = [];
  if (other !== undefined) return [`both ${human ?? judge} and ${other} gave a score`];
  if (pairable === "people") words.push("two or more people gave a score");
  if (pairable === "judge") words.push(`two or more of the people and ${judge} gave a score`);
  if (change !== undefined) words.push(`${changeWords[change]} ${judge}`);
  if (apart !== undefined) words.push(`${judge} is ${Number(gap ?? 0) > 0 ? `${gap} or more ` : ""}${apart} people’s median`);
  const who = human ?? (people === "median" ? "people’s median" : people === "most" ? "most people" : "people");
  if (humanScore !== undefined) words.push(`${who} gave ${named(humanScore)}`);
  else if (human !== undefined) words.push(`${human} gave a score`);
  else if (people === "most" && ratings === undefined) words.push("most people agree on a score");
  if (judgeScore !== undefined) words.push(`${judge} gave ${named(judgeScore)}`);
  else if (judge !== undefined && pairable === undefined && change === undefined && apart === undefined && query.item === undefined)
    words.push(ratings === undefined ? `${judge} gave a score` : `${judge} and somebody gave a score`);
  else if (ratings !== undefined && humanScore === undefined && change === undefined) words.push("somebody gave a score");
  return words;
}

function aboutPairs({ gold, right }: UnitQuery): string[] {
  const known = gold === "known" ? ["the better output is known"] : gold === "decided" ? ["one output is known to be better"] : [];
  const said = gold === "A" || gold === "B" ? [`${gold} is known to be better`] : gold === "tie" ? ["neither output is better"] : [];
  return [...known, ...said, ...(right === undefined ? [] : [right === "true" ? "it was preferred" : "it was not preferred"])];
}

function aboutLines({ item, outcome, judge }: UnitQuery): string[] {
  if (item === undefined) return [];
  const lines = item === "all" ? "lines" : `${item} lines`;
  return [
    outcome === undefined
      ? `people worked on ${lines} of ${judge}`
      : `people ${outcomeWords[outcome]} ${lines}${outcome === "add" ? " beside the draft" : ""} of ${judge}`,
  ];
}
