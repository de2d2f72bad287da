import { describe, expect, it } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean, krippendorffAlpha } from "@/lib/stats";
import { type Column, labelledStudy as study } from "@/lib/testing/label-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { labels as figuresOfLabels } from "./labels";
import { ratingTable } from "./rating-table";

const _ = null;

describe("figures of labels, each by itself", () => {
  const of = (data: ReportData) => figuresOfLabels(ratingTable(data)).Cause ?? expect.unreachable();
  const people: Column[] = [
    [0, 1, 2, 0, 1, 2, 0, 1],
    [0, 1, 1, 0, _, 2, 1, _],
    [0, 2, 0, _, _, 2, _, _],
  ];
  const judge: Column = [0, 1, 2, 2, 1, _, 0, 2];
  const inputKeys = ["a", "a", "b", "b", "c", "c", "d", "d"];
  const data = study(["x", "y", "z", "never"], people, judge, { inputKeys });

  it("people's: equal pairs, alpha of each label against the others, and who gave what where another gave something else", () => {
    const { annotators, labels } = of(data);
    expect(labels).toEqual(["x", "y", "z", "never"]);
    // Units with two or more labels: 000, 112, 210, 00, 222, 01.
    const shares = [1, 1 / 3, 0, 1, 1, 0];
    const mean = clusteredMean({ values: shares, clusters: ["a", "a", "b", "b", "c", "d"] });
    expect(annotators.rawAgreement).toMatchObject({ value: expect.closeTo(10 / 3 / 6, 12), n: 6, interval: { method: "t", high: 1 } });
    expect(annotators.rawAgreement.interval?.low).toBeCloseTo(Math.max(0, mean.interval?.low ?? 9), 10);
    expect(annotators.confusion).toEqual([
      [8, 2, 1, 0],
      [2, 2, 3, 0],
      [1, 3, 6, 0],
      [0, 0, 0, 0],
    ]);
    ["x", "y", "z"].forEach((label, place) => {
      const ratings = judge.map((__, unit) => people.map((column) => (column[unit] == null ? null : Number(column[unit] === place))));
      const alpha = krippendorffAlpha({ ratings, level: "nominal", clusters: inputKeys });
      expect(annotators.perLabel[label]?.value).toBeCloseTo(alpha.value ?? Number.NaN, 12);
      expect(annotators.perLabel[label]?.interval?.low).toBeCloseTo(alpha.interval?.low ?? Number.NaN, 10);
    });
    expect(annotators.perLabel.never).toMatchObject({ value: null, why: "no-variation", n: 0 });
  });

  it("a judge's: against the most frequent label, of units that it labelled and on which people are not split", () => {
    const own = of(data).withJudge.judge;
    // Most frequent and judge's: 0 0, 1 1, split, 0 2, 1 1, not labelled, split, 1 2.
    expect(own).toMatchObject({ withoutMajority: 2, rawAgreement: { value: 3 / 5, n: 5, interval: { method: "t" } }, kappa: { n: 5 } });
    expect(own?.confusion).toEqual([
      [1, 0, 1, 0],
      [0, 2, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    // By chance: (2 · 1 + 3 · 2) / 25.
    expect(own?.kappa.value).toBeCloseTo((3 / 5 - 8 / 25) / (1 - 8 / 25), 12);
  });

  it("a judge that labelled nothing, or only what nobody else did, says which", () => {
    const nothing: Column = judge.map(() => _);
    const silent = of(study(["x", "y", "z"], people, nothing)).withJudge.judge;
    const aside = study(
      ["x", "y", "z"],
      people.map((column) => [...column, _]),
      [...nothing, 1],
    );
    for (const [own, why] of [
      [silent, "not-rated"],
      [of(aside).withJudge.judge, "no-units"],
    ] as const)
      expect(own).toMatchObject({ rawAgreement: { value: null, why }, kappa: { value: null, why }, withoutMajority: 0 });
    // A metric on a scale of its own gives no labels.
    const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
    const measured = { ...data, raters: data.raters.map((one) => (one.kind === "judge" ? { ...one, metric } : one)) };
    expect(of(measured).withJudge).toEqual({});
    expect(figuresOfLabels(ratingTable(reportDataFixture()))).toEqual({});
  });

  it("one person's labels make no pair", () => {
    const [first] = people;
    const alone = of(study(["x", "y", "z"], [first ?? []], judge));
    expect(alone.annotators.rawAgreement).toMatchObject({ value: null, why: "no-pairable-units" });
    expect(alone.annotators.confusion.flat().every((count) => count === 0)).toBe(true);
    expect(alone.withJudge.judge?.withoutMajority).toBe(0);
  });

  it("two people who share no unit make no pair, and a unit that nobody labelled spoils no test", () => {
    const apart: Column[] = [
      [0, 1, _, _],
      [_, _, 1, 0],
    ];
    const found = of(study(["x", "y"], apart, [0, 1, 1, 0]));
    expect(found.annotators.rawAgreement).toMatchObject({ value: null, why: "no-pairable-units" });
    const truth = Array.from({ length: 60 }, (__, unit) => unit % 2);
    const three: Column[] = [0, 1, 2].map((person) => truth.map((label, unit) => (unit % (5 + person) === 0 ? 1 - label : label)));
    const whole = of(study(["x", "y"], three, truth)).withJudge.judge?.altTest;
    const gap = of(
      study(
        ["x", "y"],
        three.map((column) => [...column, _]),
        [...truth, 1],
      ),
    ).withJudge.judge?.altTest;
    expect(whole?.winningRate).toEqual(expect.any(Number));
    expect(gap).toEqual(whole);
  });

  /** The third person saw the draft of every unit, the others those of the last three. */
  const someDrafted = {
    ...data,
    ratings: data.ratings.map((one) => (one.arm !== null && (one.rater === 2 || one.sample >= 5) ? { ...one, arm: "drafted" } : one)),
  };

  it("a judge's are of labels given without a draft where there are any; people's among themselves are of all", () => {
    const [own, all] = [of(someDrafted), of(data)];
    expect(own.annotators).toEqual(all.annotators);
    // Without the third person and the last three units, most frequent and judge's: 0 0, 1 1, split, 0 2, 1 1.
    expect(own.withJudge.judge).toMatchObject({
      ...{ basis: "without-draft", withoutMajority: 1, rawAgreement: { value: 3 / 4, n: 4 }, kappa: { n: 4 } },
      confusion: [
        [1, 0, 1, 0],
        [0, 2, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    });
    // By chance: (1 · 2 + 2 · 2) / 16.
    expect(own.withJudge.judge?.kappa.value).toBeCloseTo((3 / 4 - 6 / 16) / (1 - 6 / 16), 12);
    expect(all.withJudge.judge).toMatchObject({ basis: "without-draft", rawAgreement: { value: 3 / 5 } });
  });

  it("a judge's are of all labels where none was given without a draft, and say so", () => {
    const only = of({ ...data, ratings: data.ratings.map((one) => (one.arm === null ? one : { ...one, arm: "drafted" })) });
    expect(only.withJudge.judge).toMatchObject({ basis: "with-draft", withoutMajority: 2, rawAgreement: { value: 3 / 5, n: 5 } });
  });

  it("a judge's are of first labels where people changed them once they saw the draft", () => {
    // The first person takes the judge's labels over.
    const arms = {
      runs: [{ id: "r", judge: "judge" }],
      drafts: [],
      ratings: data.ratings.flatMap(({ rater, sample, score, arm }) =>
        arm === null
          ? []
          : (["first", "final"] as const).map((kind) => ({
              ...{ rater, sample, criterion: 0, run: 0, durationMs: null, arm: kind },
              score: kind === "final" && rater === 0 ? (judge[sample] ?? score) : score,
            })),
      ),
    };
    const finals = arms.ratings.filter(({ arm }) => arm === "final");
    const ratings = [
      ...finals.map(({ arm: _arm, run: _run, ...one }) => ({ ...one, arm: "blind-then-drafted" })),
      ...data.ratings.filter(({ arm }) => arm === null),
    ];
    const found = of({ ...data, ratings, arms });
    expect(found.withJudge.judge).toMatchObject({ basis: "without-draft", rawAgreement: { value: 3 / 5, n: 5 } });
    expect(found.annotators.confusion).not.toEqual(of(data).annotators.confusion);
  });

  it("no test is made of labels that all were given with the draft, though others were not", () => {
    const [kind] = data.criteria;
    const drafted = data.ratings.map((one) => ({ ...one, criterion: 1, arm: one.arm === null ? null : "drafted" }));
    const both = {
      ...data,
      criteria: [...data.criteria, { ...(kind ?? expect.unreachable()), id: "k", name: "Kind" }],
      ratings: [...data.ratings, ...drafted],
    };
    const found = figuresOfLabels(ratingTable(both));
    expect(found.Kind?.withJudge.judge?.altTest.why).toBe("no-blind-ratings");
    expect(found.Cause?.withJudge.judge?.altTest.why).not.toBe("no-blind-ratings");
    const refused = { value: null, why: "no-blind-ratings", n: 0 };
    expect(found.Kind?.withJudge.judge).toMatchObject({ rawAgreement: refused, kappa: refused, withoutMajority: 0 });
    expect(found.Kind?.withJudge.judge?.confusion.flat().every((number) => number === 0)).toBe(true);
    expect(found.Kind?.annotators).toEqual(found.Cause?.annotators);
    expect(found.Cause?.withJudge.judge?.rawAgreement.n).toBe(5);
  });
});
