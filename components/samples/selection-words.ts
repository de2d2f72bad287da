import { ownWords } from "@/lib/domain/own-words";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { SelectionCounts } from "@/lib/domain/unit-selection";
import { decimals, figuresOf } from "../charts/format";
import { armWords } from "../words/arm-words";
import { plainCriterionName } from "../words/criterion-name";
import { narrowingWords } from "../words/narrowing-words";

const outcomeWords: Record<string, string> = { accept: "accepted", revise: "revised", remove: "removed", add: "added" };
const spreadWords: Record<string, string> = {
  unanimous: "all people gave the same score",
  mild: "people disagree a little",
  split: "people are split",
};

/** "33 units", "120 ratings in 84 units": how many of what the figure counts. */
export function countWords({ units, ratings, lines, samples, inputs = 0 }: SelectionCounts, of: string | undefined): string {
  const inUnits = figuresOf(units, "unit");
  if (of === "ratings") return `${figuresOf(ratings, "rating")} in ${inUnits}`;
  if (of === "samples") return `${figuresOf(samples, "sample")} with ${inUnits}`;
  if (of === "inputs") return `${figuresOf(inputs, "input")} with ${inUnits}`;
  if (of === "lines") return `${figuresOf(lines, "line")} in ${inUnits}`;
  return inUnits;
}

/** "of “Examples” where the judge is 2 or more above people’s median": what a selection holds, after the count. `labels` name scores of a label. */
export function selectionWords(query: UnitQuery, labels: readonly string[] | null = null): string {
  const where = [
    ...aboutRaters(query, labels),
    ...aboutSamples(query),
    ...aboutPairs(query),
    ...aboutLines(query),
    ...besideDraft(query),
    ...besidePlanted(query),
    ...askedAgain(query),
  ];
  const criterion = query.criterion === undefined ? "" : ` of “${plainCriterionName(query.criterion)}”`;
  const { judge: _, ...filter } = query;
  const narrowed = [
    narrowingWords(filter),
    query.armToo === undefined ? "" : `and arm ${armWords(query.armToo)}`,
    query.undrafted === "true" ? "scores given without a draft in view, first ones in place of final ones" : "",
    query.undraftedOn ? "on some criteria scores given without a draft in view, first ones in place of final ones" : "",
    query.excluded === "with" ? "with excluded people" : "",
  ]
    .filter(Boolean)
    .join(", ");
  return `${criterion}${where.length === 0 ? "" : ` where ${where.join(" and ")}`}${narrowed === "" ? "" : `; ${narrowed}`}`.trimStart();
}

function aboutRaters(query: UnitQuery, labels: readonly string[] | null): string[] {
  const { judge, human, other, humanScore, humanBelow, judgeScore, people, ratings, pairable, apart, gap } = query;
  const { spread, timed, whole, besides, everybody, adjudicated } = query;
  const named = (score: string) => labels?.[Number(score)] ?? score;
  const words: string[] = [];
  if (other !== undefined) return [`both ${human ?? judge} and ${other} gave a score`];
  if (pairable === "people") words.push("two or more people gave a score");
  if (pairable === "judge") words.push(`two or more of the people and ${judge} gave a score`);
  if (apart === "either") words.push(`${judge} and people’s median are ${gap} or more apart`);
  else if (apart !== undefined) words.push(`${judge} is ${Number(gap ?? 0) > 0 ? `${gap} or more ` : ""}${apart} people’s median`);
  if (spread !== undefined) words.push(spreadWords[spread] ?? spread);
  if (adjudicated === "true") words.push("there is an adjudicated label");
  if (timed === "true")
    words.push(`the time ${human === undefined ? "people" : human} took is known${whole === "true" ? " for every criterion" : ""}`);
  if (everybody === "true") words.push("everybody who rated the criterion gave a score");
  const middle = people === "median" || people === "mean" ? people : undefined;
  const from = humanBelow === undefined ? "" : " or up to the next point";
  if (humanScore !== undefined && middle !== undefined)
    words.push(`people’s ${middle} is ${decimals(Number(humanScore), Number.isInteger(Number(humanScore)) ? 0 : 2)}${from}`);
  else if (humanScore !== undefined) words.push(`${human ?? (people === "most" ? "most people" : "people")} gave ${named(humanScore)}`);
  else if (timed === "true") return words;
  else if (human !== undefined) words.push(`${human}${besides === undefined ? "" : " and somebody else"} gave a score`);
  else if (people === "most" && ratings === undefined) words.push("most people agree on a score");
  if (judgeScore !== undefined) words.push(`${judge} gave ${named(judgeScore)}`);
  else if (besideDraft(query).length + askedAgain(query).length > 0 || query.planted !== undefined) return words;
  else if (judge !== undefined && pairable === undefined && apart === undefined && query.item === undefined)
    words.push(ratings === undefined ? `${judge} gave a score` : `${judge} and somebody gave a score`);
  else if (ratings !== undefined && humanScore === undefined) words.push("somebody gave a score");
  return words;
}

const fateWords: Record<string, string> = {
  wrong: "the draft was wrong",
  right: "the draft was right",
  "wrong-kept": "a wrong draft was kept",
  "wrong-put-right": "a wrong draft was put right",
  "wrong-still-wrong": "a wrong draft was changed to another wrong score",
  "right-kept": "a right draft was kept",
  "right-still-right": "a right draft was changed to another right score",
  "right-made-wrong": "a right draft was made wrong",
};

const movedWords: Record<string, string> = {
  towards: "the final score is closer to the draft than the first",
  stayed: "the final score is as close to the draft as the first",
  away: "the final score is further from the draft than the first",
};

const behaviourWords: Record<string, string> = {
  correction: "a wrong draft was corrected to the majority’s score",
  scrutiny: "a wrong draft was refused",
  subjectivity: "a person kept to another score than the draft and the majority",
  "outlier-removed": "a person’s outlying first score gave way to the majority’s beside the draft",
};

const couldWords: Record<string, string> = {
  correction: "a wrong draft could be corrected to the majority’s score",
  scrutiny: "a wrong draft could be refused",
  subjectivity: "a person could keep to another score than the draft and the majority",
  "outlier-removed": "a person’s outlying first score could give way to the majority’s beside the draft",
};

const changeWords: Record<string, string> = {
  up: "people scored higher than the draft in view",
  down: "people scored lower than the draft in view",
  same: "people gave the same score as the draft in view",
  changed: "people gave another score than the draft in view",
};

/** Ratings made with a draft of the judge in view. */
const besideDraft = ({ judge, shown, change, fate = "", moved = "", firstScore, behaviour = "", could = "" }: UnitQuery): string[] =>
  [
    change ? changeWords[change] : shown && "the draft was in view",
    fateWords[fate],
    movedWords[moved],
    firstScore && `the first score, before the draft, was ${firstScore}`,
    behaviourWords[behaviour],
    couldWords[could],
  ].flatMap((words) => words?.replace("draft", `draft of ${judge}`) ?? []);

/** Scores beside a draft of the judge that was wrong on purpose. */
const besidePlanted = ({ judge, planted }: UnitQuery): string[] =>
  planted === undefined ? [] : [`a draft of ${judge} that was wrong on purpose was ${planted === "caught" ? "caught" : "in view"}`];

const again: Record<"swapped" | "reviewed" | "claimed" | "repeated", Record<string, string>> = {
  swapped: {
    all: "saw the outputs in both orders",
    same: "gave the same verdict in both orders",
    first: "preferred the output shown first in both orders",
    second: "preferred the output shown second in both orders",
    tie: "saw a tie in one order only",
  },
  reviewed: {
    all: "was asked to review its verdict",
    same: "kept its verdict on review",
    changed: "changed its verdict on review",
  },
  claimed: {
    all: "met a claim against its verdict",
    same: "kept its verdict against a claim",
    along: "went along with a claim",
    elsewhere: "changed its verdict after a claim, but not as claimed",
  },
  repeated: {
    all: "was asked the same again",
    same: "gave the same score when asked again",
    changed: "gave another score when asked again",
  },
};

/** What a judge said when it was asked more than once. */
const askedAgain = (query: UnitQuery): string[] =>
  (["swapped", "reviewed", "claimed", "repeated"] as const).flatMap((field) => {
    const [value, words] = [query[field], again[field]];
    return value === undefined ? [] : [`${query.judge} ${words[value] ?? value}`];
  });

const formWords: Record<string, string> = {
  headings: "has headings",
  bold: "has bold words",
  code: "has code blocks",
  list: "has a list",
  refusal: "is a refusal",
  "other-script": "is not in Latin script",
};

function aboutSamples({ judge, also, withDraft, form, own, small, outputs, again, ...groups }: UnitQuery): string[] {
  const { column, columnValue, firstRated } = groups;
  return [
    ...(also === undefined ? [] : [`the sample has scores on “${plainCriterionName(also)}” too`]),
    ...(withDraft === undefined ? [] : [`somebody saw a draft of ${withDraft}`]),
    ...(again === "true" ? ["the unit was scored a second time"] : []),
    ...(form === undefined ? [] : [`the output ${formWords[form] ?? form}`]),
    ...(own === "true" ? [`the output is by the model of ${judge}`] : []),
    ...(columnValue === undefined ? [] : [`“${column}” is “${columnValue}”`]),
    ...(firstRated === undefined ? [] : [`people first rated the unit ${firstRated.length > 7 ? "on" : "in"} ${firstRated} (UTC)`]),
    ...(small === undefined ? [] : [`${smallWords(small, column)} has few such units`]),
    ...(outputs === undefined ? [] : [`the input has ${outputs} or more such units`]),
  ];
}

function smallWords(small: string, column: string | undefined): string {
  if (small === "column") return `the sample’s value in “${column}”`;
  if (small === "month") return "the month in which people first rated the unit";
  return small === "day" ? "the day on which people first rated the unit" : `the ${small}`;
}

function aboutPairs({ gold, right }: UnitQuery): string[] {
  const known = gold === "known" ? ["the better output is known"] : gold === "decided" ? ["one output is known to be better"] : [];
  const said = gold === "A" || gold === "B" ? [`${gold} is known to be better`] : gold === "tie" ? ["neither output is better"] : [];
  return [...known, ...said, ...(right === undefined ? [] : [right === "true" ? "it was preferred" : "it was not preferred"])];
}

function aboutLines({ item, outcome, reason, made, judge }: UnitQuery): string[] {
  if (item === undefined) return [];
  if (made !== undefined) {
    const dimensions = `a dimension ${made === "specific" ? "specific to the sample" : `of ${made}`} that ${judge} made`;
    return [outcome === undefined ? `people worked on ${dimensions}` : `people ${outcomeWords[outcome]} lines of ${dimensions}`];
  }
  if (reason === ownWords) return [`people overruled ${judge} for a reason in their own words`];
  if (reason !== undefined) return [`people overruled ${judge} for the reason “${reason.replaceAll("-", " ")}”`];
  const lines = item === "all" ? "lines" : `${item} lines`;
  return [
    outcome === undefined
      ? `people worked on ${lines} of ${judge}`
      : `people ${outcomeWords[outcome]} ${lines}${outcome === "add" ? " beside the draft" : ""} of ${judge}`,
  ];
}
