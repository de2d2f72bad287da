import { expect, test } from "vitest";
import type { ArmData } from "@/lib/domain/arm-columns";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredShare, draftInfluence, seededRandom } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { behaviours } from "./behaviours";

const found = (data: ReportData) => behaviours(ratingTable(data));
const people = [0, 1, 2];

/** 24 samples of twelve inputs; two judges' drafts, each on half of them; two criteria with numbers and one with labels. */
const base = reportDataFixture({ inputs: 12, criteria: { Clear: [1, 5], True: [1, 5], Cause: [0, 4] } });
const judges = ["judge", "another"];
const criteria = base.criteria.map((criterion, place) => (place === 2 ? { ...criterion, labels: ["a", "b", "c", "d", "e"] } : criterion));
const samples = base.samples.map((_, sample) => sample);
/** A score from 1 to 4 that looks drawn by chance. */
const drawn = (...of: number[]) => 1 + Math.floor(4 * seededRandom(of.reduce((seed, number) => 31 * seed + number, 7)).next());
const firstOf = (rater: number, sample: number, criterion: number) => drawn(rater === 2 ? 0 : rater, sample, criterion);
const finalOf = (rater: number, sample: number, criterion: number) => drawn(rater % 2, sample, criterion, 8);
const draftOf = (sample: number, criterion: number) => drawn(sample, criterion, 9);

const twice: ArmData = {
  runs: judges.map((judge, run) => ({ id: `${run}`, judge })),
  ratings: people.flatMap((rater) =>
    samples.flatMap((sample) =>
      [0, 1, 2].flatMap((criterion) =>
        (["first", "final"] as const).map((arm) => ({
          ...{ rater, sample, criterion, arm, run: sample % 2, durationMs: null },
          score: (arm === "first" ? firstOf : finalOf)(rater, sample, criterion),
        })),
      ),
    ),
  ),
  // Each judge has a draft of every sample, of which half were shown.
  drafts: [0, 1].flatMap((run) =>
    samples.flatMap((sample) =>
      [0, 1, 2].map((criterion) => ({ run, sample, criterion, score: run === sample % 2 ? draftOf(sample, criterion) : 5 })),
    ),
  ),
};

/** The same, unit by unit from the definitions' own function. */
function expected(run: number, wanted: readonly number[], without: ((rater: number, sample: number) => boolean) | null = null) {
  const units = people.flatMap((rater) =>
    samples
      .filter((sample) => sample % 2 === run && !without?.(rater, sample))
      .flatMap((sample) => wanted.map((criterion) => ({ rater, sample, criterion }))),
  );
  const of = (some: typeof units) =>
    draftInfluence({
      draft: some.map(({ sample, criterion }) => draftOf(sample, criterion)),
      final: some.map(({ rater, sample, criterion }) => finalOf(rater, sample, criterion)),
      blind: some.map(({ rater, sample, criterion }) => firstOf(rater, sample, criterion)),
      others: some.map(({ rater, sample, criterion }) =>
        people.filter((other) => other !== rater).map((other) => firstOf(other, sample, criterion)),
      ),
    });
  const byInput = [...new Set(units.map(({ sample }) => base.samples[sample]?.inputKey))].map((input) =>
    of(units.filter(({ sample }) => base.samples[sample]?.inputKey === input)),
  );
  const { correction, scrutiny, subjectivity, outlierRemoved, n, tiedMajorities } = of(units);
  const share = clusteredShare({
    hits: byInput.map((one) => one.correction?.count ?? 0),
    sizes: byInput.map((one) => one.correction?.n ?? 0),
  });
  const figure = (rate: typeof outlierRemoved) => ({ n: rate?.n ?? 0, value: rate?.n ? rate.count / rate.n : null });
  return {
    ...{ n, tied: tiedMajorities, correction: { ...figure(correction), interval: share.interval } },
    ...{ scrutiny: figure(scrutiny), subjectivity: figure(subjectivity), outlierRemoved: figure(outlierRemoved) },
  };
}

test("each judge's drafts are counted where they were shown, by criterion, and labels not at all", () => {
  const rows = found({ ...base, criteria, arms: twice });
  expect(rows.map(({ judge, definition, criterion }) => [judge, definition, criterion])).toEqual(
    judges.flatMap((judge) => [null, "Clear", "True"].map((criterion) => [judge, "blind-score", criterion])),
  );
  const wanted = [0, 1].flatMap((run) => [[0, 1], [0], [1]].map((some) => expected(run, some)));
  rows.forEach((row, place) => {
    expect(row).toMatchObject(wanted[place] ?? {});
  });
  expect(new Set(wanted.map(({ correction }) => `${correction.value} ${correction.n}`)).size).toBeGreaterThan(4);
});

test("a unit whose draft is missing is left out", () => {
  const drafts = twice.drafts.filter(({ sample }) => sample !== 2);
  const [all] = found({ ...base, criteria, arms: { ...twice, drafts } });
  expect(all).toMatchObject(expected(0, [0, 1], (_, sample) => sample === 2));
});

test("a final score without a first one is left out, and others' first scores of the unit are still the yardstick", () => {
  const lacks = ({ rater, sample, arm }: ArmData["ratings"][number]) => rater === 0 && sample === 4 && arm === "first";
  const ratings = twice.ratings.map((one) => (lacks(one) ? { ...one, rater: 3 } : one));
  const [all] = found({ ...base, criteria, arms: { ...twice, ratings } });
  expect(all).toMatchObject(expected(0, [0, 1], (rater, sample) => rater === 0 && sample === 4));
});

test("what nobody could show is undefined, with the reason", () => {
  const ratings = twice.ratings.filter(({ rater, arm }) => rater === 0 || arm === "first").map((one) => ({ ...one, score: 3 }));
  const drafts = twice.drafts.map((draft) => ({ ...draft, score: 3 }));
  const [all] = found({ ...base, criteria, arms: { ...twice, ratings, drafts } });
  expect(all?.correction).toMatchObject({ value: null, why: "no-units", n: 0 });
});

const acted = (judge: number) => ({
  ...{ annotator: 0, judge, criterion: 0, sample: 0, input: 0, itemKind: "score" },
  ...{ accept: 1, together: 0, revise: 0, remove: 0, add: 0 },
});
const judge = 3;
const drafted = (ratings = base.ratings): ReportData => ({
  ...{ ...base, criteria, actionCounts: [acted(judge)] },
  ratings: ratings.map((one) => ({ ...one, arm: one.rater === judge ? null : ("drafted" as const) })),
});

test("without arms, only one judge's drafts can have been in view, of everybody, on scores with an order", () => {
  const rows = found(drafted());
  const units = people.length * samples.length;
  expect(rows.map(({ judge: by, definition, criterion, outlierRemoved }) => [by, definition, criterion, outlierRemoved])).toEqual(
    [null, "Clear", "True"].map((criterion) => ["judge", "draft-only", criterion, null]),
  );
  expect(rows.map(({ n, tied }) => n + tied)).toEqual([2 * units, units, units]);
  const gaps = found(
    drafted(base.ratings.filter(({ rater, sample }) => !(rater === judge && sample === 1) && !(rater === 0 && sample === 2))),
  );
  expect(gaps.map(({ n, tied }) => n + tied)).toEqual([2 * (units - 4), units - 4, units - 4]);
  const alone = found(drafted(base.ratings.filter(({ rater }) => rater === 0 || rater === judge)));
  expect(alone.map(({ n, tied, correction }) => [n, tied, correction.why])).toEqual(rows.map(() => [0, 0, "no-units"]));
  const given = (rater: number, sample: number, criterion: number) =>
    base.ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? Number.NaN;
  const all = people.flatMap((rater) => samples.flatMap((sample) => [0, 1].map((criterion) => ({ rater, sample, criterion }))));
  const { correction, scrutiny, subjectivity, ...whole } = draftInfluence({
    draft: all.map(({ sample, criterion }) => given(judge, sample, criterion)),
    final: all.map(({ rater, sample, criterion }) => given(rater, sample, criterion)),
    others: all.map(({ rater, sample, criterion }) => people.filter((by) => by !== rater).map((by) => given(by, sample, criterion))),
  });
  const counted = [correction, scrutiny, subjectivity].map(({ value, n }) => ({ value, n }));
  expect(rows[0]).toMatchObject({
    n: whole.n,
    tied: whole.tiedMajorities,
    correction: counted[0],
    scrutiny: counted[1],
    subjectivity: counted[2],
  });
  expect(new Set(counted.map(({ value }) => value)).size).toBe(3);
  const { actionCounts } = drafted();
  const other = { id: "j2", name: "another", kind: "judge" as const, judgeKind: "endpoint" as const, metric: null, panel: null };
  expect(found({ ...drafted(), raters: [...base.raters, other], actionCounts: [...actionCounts, acted(4)] })).toEqual([]);
  expect(found({ ...drafted(), actionCounts: [] })).toEqual([]);
  const blind = drafted();
  expect(found({ ...blind, ratings: blind.ratings.map((one, place) => (place === 0 ? { ...one, arm: "blind" } : one)) })).toEqual([]);
});

test("a first score is measured by others' first and blind scores, work with the draft alone by other such work", () => {
  const rating = (rater: number, score: number, arm: ArmData["ratings"][number]["arm"]) => ({
    ...{ rater, sample: 0, criterion: 0, score, arm, run: arm === "blind" ? null : 0, durationMs: null },
  });
  const ratings = [rating(0, 4, "first"), rating(0, 4, "final"), rating(1, 4, "blind"), rating(2, 2, "drafted"), rating(1, 3, "drafted")];
  const drafts = [{ run: 0, sample: 0, criterion: 0, score: 2 }];
  const rows = found({ ...base, arms: { runs: twice.runs.slice(0, 1), ratings, drafts } });
  const [blind, draftOnly] = ["blind-score", "draft-only"].map((definition) => rows.find((row) => row.definition === definition));
  // Bob's blind 4 is all that others say about Ann's; of the two who saw the draft from the start, it was wrong for Cleo alone, who kept it.
  expect([blind?.n, blind?.correction.n, blind?.correction.value]).toEqual([1, 1, 1]);
  expect([draftOnly?.n, draftOnly?.correction.n, draftOnly?.correction.value]).toEqual([2, 1, 0]);
});

test("without arms, inputs are the clusters of the intervals", () => {
  const shares = (inputKey: (sample: number) => string) =>
    found({ ...drafted(), samples: base.samples.map((sample, place) => ({ ...sample, inputKey: inputKey(place) })) }).flatMap(
      ({ correction, scrutiny, subjectivity }) => [correction, scrutiny, subjectivity].map(({ interval }) => interval ?? null),
    );
  expect(shares(() => "same")).toEqual(Array(9).fill(null));
  expect(shares((sample) => `i${sample >> 1}`).filter((interval) => interval !== null).length).toBeGreaterThan(2);
  expect(shares((sample) => `i${sample >> 1}`)).not.toEqual(shares((sample) => `i${sample}`));
});
