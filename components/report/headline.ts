import type { AlphaFigures, Figure, TaskReport, Verdict } from "@/lib/domain/report";
import { alphasOfPeople } from "@/lib/domain/report-basis";
import { verdictOf } from "@/lib/domain/verdict";
import { count, countOf, decimals, figuresOf, inWords, percent } from "../charts/format";
import { shortCriterionName } from "../words/criterion-name";
import { saidOfCriteria } from "./basis";
import { departuresOf } from "./departure";
import { hasLabels, levelOf } from "./level-of";
import { pairClause } from "./pair-clause";
import { raterLabel } from "./rater-label";

export type Level = keyof AlphaFigures;

/** The report's opening. */
interface Headline {
  /** The conclusion in one sentence. */
  sentence: string;
  /** What it was computed from. */
  basis: string[];
}

/** The opening of a task's report, worded from intervals: a claim is made only where the figures allow it. */
export function headline(report: TaskReport, level: Level, judge: string | null): Headline {
  const ofJudge = judge === null ? null : judgeClause(report, judge);
  // Pairs allow a claim without people, because their better output may be known.
  const ofPeople = report.pairs && report.counts.annotators === 0 && ofJudge !== null ? null : peopleClause(report, level);
  const parts = [ofPeople, ofJudge].filter((part) => part !== null);
  return {
    sentence: `${capital(saidTogether(parts))}.`,
    basis: [whoAndWhat(report), howMeasured(report, level), howKnown(report)].filter((line) => line !== null),
  };
}

const tooEarly = "it is too early to tell whether ";

/** Joins clauses into one sentence, stating a shared uncertainty only once. */
function saidTogether([first = "", ...rest]: string[]): string {
  const [second = "", ...more] = rest;
  const bothOpen = first.toLowerCase().startsWith(tooEarly) && second.startsWith(tooEarly);
  return bothOpen ? [`${first}, or whether ${second.slice(tooEarly.length)}`, ...more].join("; ") : [first, ...rest].join("; ");
}

type Code = Verdict["code"];

/** What agreement between people is, in the order in which a sentence lists it. */
const said: [codes: Code[], words: string][] = [
  [["above"], "above .800"],
  [["at-least"], "at least .667"],
  [["between"], "between .667 and .800"],
  [["below"], "below .667"],
  [["undecided", "too-few"], "not known yet"],
  [["undefined"], "not defined"],
];

const sameForAll: Partial<Record<Code, string>> = {
  undecided: "It is too early to tell whether people agree",
  "too-few": "There are too few ratings to say whether people agree",
  undefined: "Agreement between people is not defined for these scores",
};

function peopleClause(report: TaskReport, level: Level): string {
  const { annotators } = report.counts;
  if (annotators === 0) return report.counts.judges === 0 ? "Nothing has been scored yet" : "Nobody has scored yet";
  if (annotators === 1) return "Only one person has scored, so agreement between people is unknown";
  const codes = report.criteria.map((criterion) => verdictOf(alphasOfPeople(report, criterion.name)?.[levelOf(criterion, level)]).code);
  const first = codes[0];
  if (first === undefined) return "There are no criteria to agree on";
  const same = codes.every((code) => code === first) ? sameForAll[first] : undefined;
  if (same !== undefined) return same;
  if (codes.every((code) => code === "undecided" || code === "too-few")) return sameForAll.undecided ?? "";
  return `Agreement between people is ${distribution(codes)}`;
}

/** "above .800 on two of four criteria, below .667 on one and not known yet on one". */
function distribution(codes: Code[]): string {
  const groups = said.flatMap(([of, words]) => {
    const number = codes.filter((code) => of.includes(code)).length;
    return number === 0 ? [] : [{ number, words }];
  });
  const parts = groups.map(({ number, words }, index) => {
    if (codes.length === 1) return words;
    if (number === codes.length) return `${words} on ${number === 2 ? "both" : `all ${inWords(number)}`} criteria`;
    return `${words} on ${inWords(number)}${index === 0 ? ` of ${inWords(codes.length)} criteria` : ""}`;
  });
  const last = parts.pop() ?? "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

function judgeClause(report: TaskReport, judge: string): string | null {
  const who = report.counts.judges > 1 ? judge : "the judge";
  if (report.pairs) return pairClause(report.pairs, judge, who);
  const departures = departuresOf(report, judge);
  if (departures.length === 0) return null;
  const them = report.counts.annotators === 1 ? "that person" : "them";
  const furthest = departures.find(({ sure }) => sure);
  if (furthest) {
    const points = decimals(Math.abs(furthest.points));
    const difference = `${points} ${points === "1.00" ? "point" : "points"} ${furthest.points > 0 ? "above" : "below"} ${them}`;
    if (report.criteria.length === 1) return `${who} scores ${difference}`;
    // A larger difference may be there, on a criterion whose interval holds zero.
    const most = furthest === departures[0] ? "departs most" : "departs";
    return `${who} ${most} on “${shortCriterionName(furthest.criterion, 36)}”, ${difference}`;
  }
  if (departures.some(({ hasInterval }) => !hasInterval)) return `it is too early to tell where ${who} departs from ${them}`;
  return `nothing shows ${who} scoring above or below ${them}`;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function whoAndWhat(report: TaskReport): string {
  const { annotators, judges, samples, inputs, criteria, ratings, missing } = report.counts;
  const names = report.raters.filter(({ kind }) => kind === "judge").map(raterLabel);
  const listed = judges === 0 || names.length > 4 ? "" : ` (${names.join(", ")})`;
  const raters = `${countOf(annotators, "annotator")} and ${countOf(judges, "judge")}${listed}`;
  const on = `${figuresOf(samples, "sample")} of ${figuresOf(inputs, "input")}`;
  const lost = missing === 0 ? "" : `; ${count(missing)} missing`;
  return capital(`${raters} on ${on}, ${countOf(criteria, "criterion", "criteria")}, ${figuresOf(ratings, "rating")}${lost}.`);
}

const methods: Record<string, string> = {
  jackknife: "jackknife interval",
  "jackknife-fisher-z": "jackknife interval",
  bca: "bootstrap interval (BCa)",
  percentile: "bootstrap interval (percentile)",
};

/** "jackknife interval", "bootstrap interval (BCa)". */
export const intervalWords = ({ method }: NonNullable<Figure["interval"]>): string => methods[method] ?? `interval (${method})`;

/** "Krippendorff's alpha, ordinal, 95 % jackknife interval over 50 inputs, from ratings made without a draft." */
function howMeasured(report: TaskReport, level: Level): string | null {
  if (report.counts.annotators < 2) return null;
  const found = intervalsOf(report, level);
  const ofLabels = level !== "nominal" && hasLabels(report) ? " (nominal for labels)" : "";
  const measure = `Krippendorff's alpha, ${level}${ofLabels}`;
  const basis = saidOfCriteria(report);
  const from = basis === null ? "" : `, ${lower(basis)}`;
  const [first] = found;
  if (!first) return `${measure}, without intervals${from}.`;
  const kind = intervalWords(first.interval);
  const confidence = percent(first.interval.confidence).replace(".0", "");
  const numbers = found.map(({ inputs }) => inputs);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const inputs = least === most ? count(least) : `${count(least)} to ${count(most)}`;
  return `${measure}, ${confidence} ${kind} over ${inputs} inputs${from}.`;
}

/** "Better output known of 419 pairs; 95 % Wilson intervals." Null if it is known for none. */
function howKnown({ pairs }: TaskReport): string | null {
  if (pairs === null || pairs.gold.n === 0) return null;
  const intervals = pairs.inputsRepeat ? "intervals clustered by input" : "Wilson intervals";
  return `Better output known for ${figuresOf(pairs.gold.n, "pair")}; ${intervals}.`;
}

/** Each criterion's interval, and how many inputs it is over. */
const intervalsOf = (report: TaskReport, level: Level) =>
  report.criteria.flatMap((criterion) => {
    const { interval, inputs } = alphasOfPeople(report, criterion.name)?.[levelOf(criterion, level)] ?? {};
    return interval && inputs !== undefined ? [{ interval, inputs }] : [];
  });
