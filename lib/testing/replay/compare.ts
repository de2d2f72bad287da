import type { Figure } from "@/lib/domain/report";
import { expectedArm, expectedDistances, expectedLines } from "./expected-report";
import { failsFirst, judges, type ReplaySize } from "./invented-people";
import type { Replay } from "./replay-study";

/** One figure as the script knows it and as the product says it. */
export interface Compared {
  what: string;
  expected: unknown;
  found: unknown;
}

/** Every figure that the script knows, beside what the report and the other endpoints say. */
export function compareReplay(replay: Replay, size: ReplaySize): Compared[] {
  return [...arms(replay), ...lines(replay), ...exam(replay, size), ...panel(replay, size), ...adjudicated(replay, size)];
}

const ends = (figure: Pick<Figure, "value" | "why" | "interval"> | undefined) => [
  round(figure?.value),
  figure?.why ?? null,
  round(figure?.interval?.low),
  round(figure?.interval?.high),
];
/** Sums may be taken in another order. */
const round = (value: number | null | undefined) => (value == null ? null : Math.round(value * 1e9) / 1e9);

function arms({ known, samples, criteria, report }: Replay): Compared[] {
  const { influence } = report;
  return [null, ...judges].flatMap((judge) => {
    const index = influence?.arms.findIndex(({ run }) => (run?.judge ?? null) === judge) ?? -1;
    const arm = influence?.arms[index];
    const expected = expectedArm(known, judge, { samples, criteria: criteria.length });
    const name = judge ?? "blind";
    const comparison = influence?.comparisons.find((one) => one.with === index);
    const distances = judge === null ? null : expectedDistances(known, judge);
    return [
      { what: `${name}: ratings and people`, expected: [expected.ratings, expected.annotators], found: [arm?.ratings, arm?.annotators] },
      { what: `${name}: mean alpha`, expected: ends(expected.meanAlpha), found: ends(arm?.agreement.meanOverCriteria.ordinal) },
      ...criteria.map((criterion, place) => ({
        what: `${name}: alpha of ${criterion}`,
        expected: ends(expected.alphas[place]),
        found: ends(arm?.agreement.perCriterion[criterion]?.ordinal),
      })),
      ...(distances === null
        ? []
        : [
            {
              what: `${name}: distance with and without the draft`,
              expected: [round(distances.with), round(distances.without), round(distances.with - distances.without)],
              found: (["with", "without", "difference"] as const).map((side) => round(comparison?.distance.pooled[side].value)),
            },
          ]),
    ];
  });
}

function lines({ known, report }: Replay): Compared[] {
  const expected = expectedLines(known);
  return judges.map((judge) => {
    const found = report.actions[judge]?.overall;
    return {
      what: `${judge}: lines accepted, revised, removed and added`,
      expected: [expected[judge].n, expected[judge].accept, expected[judge].revise, expected[judge].remove, expected[judge].add],
      found: [found?.n, found?.accept.count, found?.revise.count, found?.remove.count, found?.add.count],
    };
  });
}

function exam({ exam: { passed, tries } }: Replay, { annotators, examSamples, criteria }: ReplaySize): Compared[] {
  const scored = examSamples * criteria;
  const of = (fails: boolean) => {
    const last = { number: fails ? 2 : 1, within: scored, scored, passed: true };
    return fails ? [{ number: 1, within: 0, scored, passed: false }, last] : [last];
  };
  const people = Array.from({ length: annotators }, (_, person) => of(failsFirst(person)));
  const sorted = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort();
  return [
    { what: "exam: passed", expected: annotators, found: passed },
    { what: "exam: everybody's tries", expected: sorted(people), found: sorted(tries) },
  ];
}

function panel({ panel: { byExperts, consensus } }: Replay, { criteria }: ReplaySize): Compared[] {
  return [
    {
      what: "panel: all experts' choices",
      expected: { accept: criteria + 1 + criteria + criteria - 1, revise: 1, remove: 2, add: 1 },
      found: byExperts,
    },
    { what: "panel: consensus", expected: { accept: criteria, revise: 0, remove: 1, add: 0 }, found: consensus },
  ];
}

function adjudicated({ adjudicated: { label, change }, report }: Replay, size: ReplaySize): Compared[] {
  const found = report.adjudicated;
  const counts = (of: "label" | "change") =>
    Object.fromEntries((["towards", "away", "neither"] as const).map((direction) => [direction, found?.[of][direction].count]));
  return [
    { what: "adjudication: units", expected: size.adjudicated, found: found?.units },
    { what: "adjudication: final label against people's median", expected: label, found: counts("label") },
    { what: "adjudication: final label against the first", expected: change, found: counts("change") },
  ];
}
