import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { shownSign } from "@/lib/domain/shown-difference";
import { adjustPValues, compareJudges, correlate } from "@/lib/stats";
import { column, inArm, inputsOf as inputs, meanOf, withAnother } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "../build-report";
import { ratingTable } from "../rating-table";
import { judges } from "./judges";
import { lettersOf } from "./ranking";

const judgesOf = (data: ReportData) => judges(ratingTable(data));

/** The same study with one system, so that correlations are over all units. */
const ofOneSystem = (data: ReportData): ReportData => ({ ...data, samples: data.samples.map((sample) => ({ ...sample, system: "one" })) });

test.each([
  ["within inputs where these have outputs of several systems", withAnother(reportDataFixture()), true],
  ["over all units where they have not", ofOneSystem(withAnother(reportDataFixture())), false],
])("judges are ranked on each criterion, compared in pairs, and corrected over all pairs and criteria, %s", (_, data, isWithin) => {
  const { ranking } = judgesOf(data);
  const human = (criterion: number) => meanOf([0, 1, 2].map((rater) => column(data, rater, criterion)));
  const labels = { clusters: inputs(data), ...(isWithin && { groups: inputs(data) }) };
  const pairs = [0, 1].map((criterion) =>
    compareJudges({
      ...{ human: human(criterion), a: column(data, 3, criterion), b: column(data, 4, criterion), ...labels },
      ...{ statistic: "spearman", permutations: 2000 },
    }),
  );
  const { adjusted } = adjustPValues({ pValues: pairs.map(({ permBoth }) => permBoth.p), method: "holm" });
  ["Clear", "True"].forEach((name, criterion) => {
    expect(ranking[name]).toMatchObject({ statistic: "spearman", pairs: [{ a: "judge", b: "another" }] });
    const { permBoth, difference, definedGroups, totalGroups } = pairs[criterion] ?? expect.unreachable();
    expect(ranking[name]?.pairs[0]).toMatchObject({
      ...{ p: permBoth.p, pHolm: adjusted[criterion], withinInputs: isWithin ? { definedGroups, totalGroups } : null },
      difference: { value: difference.value, n: 32, interval: { low: difference.interval?.low } },
    });
    const [first, second] = ranking[name]?.judges ?? [];
    expect(first?.figure.value).toBeGreaterThan(second?.figure.value ?? 2);
    for (const own of [first, second]) {
      const x = column(data, own?.name === "judge" ? 3 : 4, criterion);
      const { spearman } = correlate({ x, y: human(criterion), ...labels } as Parameters<typeof correlate>[0]);
      expect(own).toMatchObject({ figure: { value: spearman.value, n: 32, interval: { low: spearman.interval?.low } } });
      expect(own?.withinInputs).toEqual(isWithin ? { definedGroups: spearman.definedGroups, totalGroups: 16 } : null);
    }
    const [pair] = ranking[name]?.pairs ?? [];
    const differ = pair !== undefined && shownSign(pair.difference, pair.pHolm) !== 0;
    expect([first?.groups, second?.groups]).toEqual(differ ? [["a"], ["b"]] : [["a"], ["a"]]);
  });
});

test("the ranking and the verdict show one number, and say of how many inputs", () => {
  const data = withAnother(reportDataFixture());
  const { verdict, judges: chapter } = buildReport(data).chapters;
  for (const name of ["Clear", "True"])
    for (const { name: judge, figure, withinInputs } of chapter.ranking[name]?.judges ?? expect.unreachable()) {
      const shown = verdict[name]?.used.judges[judge];
      expect([figure, withinInputs]).toEqual([shown?.spearman, shown?.withinInputs]);
      expect(withinInputs?.definedGroups).toBeLessThan(16);
    }
});

/** Thirty inputs with the outputs of three systems, which a judge may score by the input alone, by the output alone, or always alike. */
function ofThreeSystems(columns: Record<string, (input: number, output: number) => number | null>): ReportData {
  const people = (input: number, output: number) => 10 * (input % 5) + ((input + output) % 3) + 1;
  const data = withJudges(
    Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, (sample) => of(Math.floor(sample / 3), sample % 3)])),
  );
  const [sample] = data.samples;
  const all = Array.from({ length: 90 }, (_, at) => at);
  const rated = [people, ...Object.values(columns)].flatMap((of, rater) =>
    all.flatMap((at) => {
      const score = of(Math.floor(at / 3), at % 3);
      const [rating] = data.ratings;
      return score === null || !rating ? [] : [{ ...rating, rater, sample: at, score, arm: rater === 0 ? "blind" : null }];
    }),
  );
  return {
    ...data,
    criteria: data.criteria.map((one) => ({ ...one, max: 50 })),
    samples: all.map((at) => ({
      ...(sample ?? expect.unreachable()),
      id: `s${at}`,
      externalId: `s${at}`,
      inputKey: `i${Math.floor(at / 3)}`,
      system: `y${at % 3}`,
    })),
    ratings: rated as ReportData["ratings"],
  };
}

test("a judge that tells hard inputs from easy ones does not come before one that orders each input's outputs", () => {
  const data = ofThreeSystems({
    "knows inputs": (input, output) => 10 * (input % 5) + ((input * 7 + output * 5 + input * output) % 4) + 1,
    "knows outputs": (input, output) => 10 * ((input * 3) % 4) + ((input + output) % 3) + 1,
  });
  const { judges: found, pairs } = judgesOf(data).ranking.Clear ?? expect.unreachable();
  expect(found.map(({ name, groups, figure }) => [name, groups, figure.value === 1])).toEqual([
    ["knows outputs", ["a"], true],
    ["knows inputs", ["b"], false],
  ]);
  expect(shownSign(pairs[0]?.difference ?? expect.unreachable(), pairs[0]?.pHolm ?? null)).toBe(-1);
  const pooled = judgesOf(ofOneSystem(data)).ranking.Clear?.judges;
  expect(pooled?.map(({ name }) => name)).toEqual(["knows inputs", "knows outputs"]);
});

test("all judges of a criterion have one basis: one that never varies within an input has no correlation there, unless none has", () => {
  const byInput = (input: number) => 10 * (input % 5) + 1;
  const { judges: found, pairs } =
    judgesOf(ofThreeSystems({ "by input": byInput, mixed: (input, output) => ((input * output) % 4) + 10 * (output % 2) + 1 })).ranking
      .Clear ?? expect.unreachable();
  expect(found.map(({ name, figure, withinInputs }) => [name, figure.value === null, withinInputs])).toEqual([
    ["mixed", false, { definedGroups: 30, totalGroups: 30 }],
    ["by input", true, { definedGroups: 0, totalGroups: 30 }],
  ]);
  expect(found[1]?.figure).toMatchObject({ why: "constant-input", n: 90 });
  expect(pairs[0]).toMatchObject({ difference: { value: null }, p: null, withinInputs: { definedGroups: 0, totalGroups: 30 } });
  const alike = judgesOf(ofThreeSystems({ "by input": byInput, again: (input) => 50 - byInput(input) })).ranking.Clear?.judges;
  expect(alike?.map(({ name, withinInputs }) => [name, withinInputs])).toEqual([
    ["by input", null],
    ["again", null],
  ]);
  expect(alike?.[0]?.figure.value).toBeGreaterThan(0.9);
});

test("judges are not shown to differ where the interval of the difference holds zero, whatever p is", () => {
  const base = reportDataFixture({ inputs: 20, criteria: { Clear: [1, 5] }, annotators: ["Ann"] });
  // Eight inputs of five outputs. The second judge swaps two neighbours of each input, and turns the last input round.
  const human = base.samples.map((_, sample) => 1 + (sample % 5));
  const missed = human.map((score, sample) => (sample >= 35 ? 6 - score : score < 3 ? 3 - score : score));
  const samples = base.samples.map((sample, at) => ({ ...sample, inputKey: `i${Math.floor(at / 5)}`, system: `y${at % 5}` }));
  const data = withAnother({ ...base, samples });
  const scores = [human, human, missed];
  const ratings = scores.flatMap((own, rater) => own.map((score, sample) => ({ ...data.ratings[0], rater, sample, criterion: 0, score })));
  const { judges: found, pairs } = judgesOf({ ...data, ratings: ratings as typeof data.ratings }).ranking.Clear ?? {};
  expect(pairs?.[0]?.pHolm).toBeLessThan(0.01);
  expect(pairs?.[0]?.difference.interval?.low).toBeLessThan(0);
  expect(found?.map(({ groups }) => groups)).toEqual([["a"], ["a"]]);
});

test("letters join neighbours that are not shown to differ, and overlap where they must", () => {
  const differ = (pairs: string[]) => (a: string, b: string) => pairs.includes(a + b) || pairs.includes(b + a);
  expect([...lettersOf(["x", "y", "z"], differ(["xz"])).values()]).toEqual([["a"], ["a", "b"], ["b"]]);
  expect([...lettersOf(["x", "y", "z"], differ([])).values()]).toEqual([["a"], ["a"], ["a"]]);
  expect([...lettersOf(["x", "y", "z"], differ(["xy", "xz", "yz"])).values()]).toEqual([["a"], ["b"], ["c"]]);
});

/** Judges in the order of their names whose scores on the first criterion are as given, sample by sample; null: not scored. One system. */
function withJudges(columns: Record<string, (sample: number, human: number) => number | null>): ReportData {
  const base = ofOneSystem(reportDataFixture({ inputs: 40, criteria: { Clear: [1, 9] }, annotators: ["Ann"] }));
  const human = column(base, 0);
  const own = Object.entries(columns).flatMap(([, of], place) =>
    human.flatMap((score, sample) => {
      const given = of(sample, score ?? 0);
      const [rating] = base.ratings;
      return given === null || !rating ? [] : [{ ...rating, rater: 1 + place, sample, score: given, arm: null }];
    }),
  );
  return {
    ...base,
    raters: [
      ...base.raters.slice(0, 1),
      ...Object.keys(columns).map((name) => ({
        id: name,
        name,
        kind: "judge" as const,
        judgeKind: "endpoint" as const,
        metric: null,
        panel: null,
      })),
    ],
    ratings: [...base.ratings.filter(({ rater }) => rater === 0), ...own],
  };
}
const noise = (sample: number) => ((sample * 37) % 11) - 5;

test("judges are listed best first, those without scores left out, constant ones last, and differ where their pair does", () => {
  const data = withJudges({
    poor: (sample, human) => Math.round(0.1 * human + noise(sample)),
    silent: () => null,
    good: (sample, human) => human + (sample % 5 === 0 ? 1 : 0),
    constant: () => 4,
    fair: (sample, human) => human + (sample % 7 === 0 ? 1 : 0),
  });
  const { judges: found, pairs } = judgesOf(data).ranking.Clear ?? {};
  expect(pairs?.map(({ a, b }) => `${a} ${b}`)).toEqual([
    ...["poor good", "poor constant", "poor fair", "good constant", "good fair", "constant fair"],
  ]);
  expect(found?.map(({ name }) => name).slice(2)).toEqual(["poor", "constant"]);
  expect(new Set(found?.map(({ name }) => name).slice(0, 2))).toEqual(new Set(["good", "fair"]));
  const value = (place: number) => found?.[place]?.figure.value ?? -2;
  expect(value(0)).toBeGreaterThan(value(1));
  expect(value(1)).toBeGreaterThan(value(2));
  const differ = (a: string, b: string) => {
    const pair = pairs?.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
    return pair !== undefined && shownSign(pair.difference, pair.pHolm) !== 0;
  };
  expect([differ("poor", "good"), differ("poor", "fair"), differ("good", "fair"), differ("poor", "constant")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(found?.map(({ name, groups }) => [name, groups])).toEqual([
    [found?.[0]?.name, ["a"]],
    [found?.[1]?.name, ["a"]],
    ["poor", ["b"]],
    ["constant", ["b"]],
  ]);
});

test.each([
  ["constant", "good", "middling", "poor"],
  ["poor", "middling", "good", "constant"],
])(
  "in whichever order judges were added (%s, %s, %s, %s), a middling one may share a letter with a better and with a worse one",
  (...names) => {
    const scores: Record<string, (sample: number, human: number) => number> = {
      constant: () => 4,
      good: (sample, human) => human + noise(sample) / 2,
      middling: (sample, human) => human + noise(sample + 3) * 0.6,
      poor: (sample, human) => human + noise(sample + 7) * 1.2,
    };
    const { judges: found, pairs } =
      judgesOf(withJudges(Object.fromEntries(names.map((name) => [name, scores[name] ?? (() => 0)])))).ranking.Clear ?? {};
    const differ = (a: string, b: string) =>
      pairs?.some((one) => [one.a, one.b].sort().join() === [a, b].sort().join() && shownSign(one.difference, one.pHolm) !== 0);
    expect([differ("good", "poor"), differ("good", "middling"), differ("middling", "poor")]).toEqual([true, false, false]);
    expect(found?.map(({ name, groups }) => [name, groups])).toEqual([
      ["good", ["a"]],
      ["middling", ["a", "b"]],
      ["poor", ["b"]],
      ["constant", ["b"]],
    ]);
  },
);

test("a metric on a scale of its own is ranked with the judges", () => {
  const base = reportDataFixture();
  const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
  const data: ReportData = {
    ...base,
    raters: [...base.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
    metricScores: base.samples.map((_, sample) => ({ rater: 4, sample, score: (column(base, 0)[sample] ?? 0) / 5 })),
  };
  const { judges: found, pairs } = judgesOf(data).ranking.Clear ?? {};
  const human = meanOf([0, 1, 2].map((rater) => column(base, rater)));
  expect(found?.find(({ name }) => name === "ROUGE")?.figure.value).toBeCloseTo(
    correlate({ x: column(base, 0), y: human, groups: inputs(base) }).spearman.value ?? 9,
    12,
  );
  expect(pairs?.map(({ a, b }) => [a, b])).toEqual([["judge", "ROUGE"]]);
});

test("where intervals are not wanted judges are ranked all the same, but not tested", () => {
  const data = withAnother(reportDataFixture());
  const [found, whole] = [judges(ratingTable(data, { interval: "none" })).ranking.Clear, judgesOf(data).ranking.Clear];
  expect(found?.judges.map(({ name, figure }) => [name, figure.value])).toEqual(
    whole?.judges.map(({ name, figure }) => [name, figure.value]),
  );
  expect(found?.pairs[0]).toMatchObject({ p: null, pHolm: null, difference: { value: whole?.pairs[0]?.difference.value, interval: null } });
  expect(whole?.pairs[0]?.p).not.toBeNull();
});

test.each(["drafted", "unstated"] as const)(
  "where all ratings are %s, judges are neither ranked nor compared, and it is said why",
  (arm) => {
    const study = withAnother(reportDataFixture());
    const { ranking } = judgesOf(inArm(study, arm));
    const none = { value: null, why: "no-blind-ratings", n: 0, interval: null };
    expect(ranking.Clear).toMatchObject({
      judges: [
        { name: "judge", figure: none, withinInputs: null, groups: [] },
        { name: "another", figure: none, withinInputs: null, groups: [] },
      ],
      pairs: [],
    });
    // One person's ratings without a draft are ranked, and nobody else's.
    const mixed = { ...study, ratings: study.ratings.map((one) => (one.arm !== null && one.rater > 0 ? { ...one, arm } : one)) };
    const alone = { ...study, ratings: study.ratings.filter(({ rater, arm: own }) => own === null || rater === 0) };
    expect(judgesOf(mixed).ranking.Clear).toEqual(judgesOf(alone).ranking.Clear);
    expect(judgesOf(mixed).ranking.Clear?.pairs[0]?.p).not.toBeNull();
  },
);

test("a criterion that nobody rated without a draft is not ranked beside one that somebody did", () => {
  const study = withAnother(reportDataFixture());
  const ratings = study.ratings.map((one) => (one.arm !== null && one.criterion === 1 ? { ...one, arm: "drafted" } : one));
  const { ranking } = judgesOf({ ...study, ratings });
  expect(ranking.Clear?.pairs).toHaveLength(1);
  expect(ranking.True?.pairs).toEqual([]);
  expect(ranking.True?.judges.map(({ figure }) => figure.why)).toEqual(["no-blind-ratings", "no-blind-ratings"]);
  // Nor is there a reason where nobody has rated at all.
  const unrated = { ...study, ratings: study.ratings.filter(({ criterion, arm }) => criterion === 0 || arm === null) };
  expect(judgesOf(unrated).ranking.True).toEqual({ statistic: "spearman", judges: [], pairs: [] });
});

test("a judge that left out some of what people rated is ranked, and one that scored nothing of it is not", () => {
  const data = withAnother(reportDataFixture());
  const scored = ({ rater, sample, criterion }: ReportData["ratings"][number]) => rater !== 4 || (criterion === 0 && sample > 0);
  const { Clear, True } = judgesOf({ ...data, ratings: data.ratings.filter(scored) }).ranking;
  expect(Clear?.judges.map(({ name, figure }) => [name, figure.n]).sort()).toEqual([
    ["another", 31],
    ["judge", 32],
  ]);
  expect(True?.judges.map(({ name }) => name)).toEqual(["judge"]);
});
