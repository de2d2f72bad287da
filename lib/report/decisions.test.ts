import { expect, test } from "vitest";
import type { Scale } from "@/lib/domain/criterion";
import { decisionsOf, type RecordedDecisions } from "./decisions";

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const points = (min: number, max: number, step: number | null = 1): Scale => ({ min, max, step, levels: [] });
const none: RecordedDecisions = { sets: [], criteria: [], plans: [], runs: [], trials: [], exclusions: [], people: [] };
const set = (version: number, of: Partial<RecordedDecisions["sets"][number]> = {}) => ({
  ...{ id: `c${version}`, version, publishedAt: day(version), createdByImportId: null, firstRatingAt: null, by: "Rita" },
  ...of,
});
const criterion = (version: number, name: string, scale: Scale, definition = "") => ({
  ...{ criteriaSetId: `c${version}`, name, definition, scale },
});
const of = (recorded: Partial<RecordedDecisions>, anonymous = false) => decisionsOf({ ...none, ...recorded }, { anonymous });

test("a version of the criteria says its scales, and a later one what is not as it was", () => {
  const labels: Scale = {
    ...{ kind: "categorical", min: 0, max: 1, step: 1 },
    levels: ["fire", "water"].map((label, value) => ({ value, label, description: "" })),
  };
  const described: Scale = { ...points(1, 5), levels: [{ value: 1, label: "", description: "Nothing is clear." }] };
  const { decisions } = of({
    sets: [set(1), set(2), set(3)],
    criteria: [
      criterion(1, "Clarity", points(1, 5), "As written."),
      criterion(1, "Cause", labels),
      criterion(1, "Depth", points(0, 1, 0.25)),
      criterion(1, "Tone", points(1, 3)),
      criterion(1, "Wit", points(1, 5)),
      criterion(1, "Topic", { ...labels, several: true }),
      criterion(1, "Mood", { ...points(1, 4), several: true }),
      criterion(2, "Tone", points(1, 3)),
      criterion(2, "Clarity", points(1, 5), "As spoken."),
      criterion(2, "Depth", points(0, 10, null)),
      criterion(2, "Wit", described),
      criterion(2, "Length", points(1, 2)),
      criterion(3, "Clarity", points(1, 5), "As spoken."),
      criterion(3, "Tone", points(1, 3)),
      criterion(3, "Depth", points(0, 10, null)),
      criterion(3, "Wit", described),
      criterion(3, "Length", points(1, 2)),
    ],
  });
  expect(decisions).toEqual([
    {
      ...{ about: "Criteria set 1", at: "2026-01-01T00:00:00.000Z", by: "Rita" },
      what:
        'Clarity (1 to 5); Cause ("fire", "water"); Depth (0 to 1 in steps of 0.25); Tone (1 to 3); Wit (1 to 5); ' +
        'Topic ("fire", "water", more than one can be right); Mood (1 to 4, more than one can be right)',
    },
    {
      ...{ about: "Criteria set 2", at: "2026-01-02T00:00:00.000Z", by: "Rita" },
      what: "Clarity reworded; Depth (0 to 10, any number, was 0 to 1 in steps of 0.25); Wit reworded; Length (1 to 2) added; Cause removed; Topic removed; Mood removed",
    },
    { about: "Criteria set 3", at: "2026-01-03T00:00:00.000Z", by: "Rita", what: "No name, definition or scale changed" },
  ]);
});

test("what came with an import has no time and comes first, everything else in the order of time", () => {
  const { decisions, firstRatings } = of({
    sets: [set(1, { createdByImportId: "i", by: null, firstRatingAt: day(9) }), set(2)],
    plans: [
      {
        ...{ version: 4, startedAt: day(5), closedAt: day(20), by: "Sam" },
        content: {
          ...{ design: "parallel", overlap: 3, shared: 10, samples: 80, people: 6, seed: 17 },
          sizing: { assumptions: {}, targets: { epsilon: 0.15 } },
          arms: [
            { arm: "blind", runId: null, share: 1 },
            { arm: "drafted", runId: "r", share: 1 },
          ],
        },
      },
    ],
    trials: [{ judge: "gpt", adopted: "gpt, with examples", adoptedAt: day(12), by: "Tom" }],
  });
  expect(decisions.map(({ about, what, at, by }) => [about, what.replace(/:.*|;.*/u, ""), at?.slice(8, 10) ?? null, by])).toEqual([
    ["Criteria set 1", "", null, null],
    ["Criteria set 2", "No name, definition or scale changed", "02", "Rita"],
    ["Study 4", "Started", "05", "Sam"],
    ["Judge gpt, with examples", "Learned from people’s scores", "12", "Tom"],
    ["Study 4", "Closed", "20", null],
  ]);
  expect(decisions[2]?.what).toBe(
    "Started: 3 ratings for each of 80 samples by 6 people; 10 samples by everybody; arms blind and drafted, parallel; epsilon 0.15; seed 17",
  );
  expect(decisions.slice(3).map(({ what }) => what)).toEqual([
    "Learned from people’s scores; adopted in place of gpt after a trial on held-out samples",
    "Closed: no more work was given out",
  ]);
  expect(firstRatings).toEqual([{ version: 1, at: "2026-01-09T00:00:00.000Z" }]);
});

test("a study of all samples by few people says what it asked for, each arm once, and nothing that it did not set", () => {
  const drafted = (runId: string) => ({ arm: "drafted" as const, runId, share: 1 });
  const content = {
    ...{ design: "crossed" as const, overlap: 1, shared: 0, samples: null, people: 1, seed: 5 },
    arms: [drafted("r"), drafted("s")],
  };
  expect(of({ plans: [{ version: 2, startedAt: day(5), closedAt: null, by: null, content }] }).decisions).toEqual([
    {
      ...{ about: "Study 2", at: "2026-01-05T00:00:00.000Z", by: null },
      what: "Started: 1 rating for each of all samples by 1 person; arms drafted, crossed; seed 5",
    },
  ]);
  const shared = { ...content, overlap: 2, shared: 1, samples: 9, people: 4 };
  expect(of({ plans: [{ version: 2, startedAt: day(5), closedAt: null, by: null, content: shared }] }).decisions[0]?.what).toBe(
    "Started: 2 ratings for each of 9 samples by 4 people; 1 sample by everybody; arms drafted, crossed; seed 5",
  );
});

test("a study that drew where judges differ says so, and one that drew nothing or with equal chances does not", () => {
  const plan = (samples: number | null, draw?: "equal" | "judges-differ") => ({
    ...{ version: 1, startedAt: day(5), closedAt: null, by: "Sam" },
    content: { ...{ design: "crossed" as const, overlap: 2, shared: 0, people: 3, seed: 17, arms: [] }, samples, ...(draw && { draw }) },
  });
  const found = [plan(80, "judges-differ"), plan(80, "equal"), plan(80), plan(null, "judges-differ")].map((one) =>
    of({ plans: [one] }).decisions[0]?.what.includes("; inputs where judges differ drawn more likely, with known chances;"),
  );
  expect(found).toEqual([true, false, false, false]);
});

test("a judge is there once for each way in which it was asked, from the first time on", () => {
  const run = { judge: "gpt", model: "gpt-5", protocol: "direct", promptVersion: "v1", temperature: 0.3, importId: null, by: "Rita" };
  const { decisions } = of({
    runs: [
      { ...run, createdAt: day(3) },
      { ...run, createdAt: day(4), by: "Sam" },
      { ...run, createdAt: day(5), promptVersion: "v2", temperature: "hot" },
      { ...run, createdAt: day(6), judge: "length", model: null, protocol: "metric" },
      { ...run, createdAt: day(7), judge: "old", importId: "i" },
    ],
  });
  expect(decisions.map(({ about, what, at, by }) => [about, what, at?.slice(8, 10) ?? null, by])).toEqual([
    ["Judge old", "Its scores were imported", null, "Rita"],
    ["Judge gpt", "Model gpt-5 at temperature 0.3, protocol direct, prompts v1", "03", "Rita"],
    ["Judge gpt", "Model gpt-5, protocol direct, prompts v2", "05", "Rita"],
    ["Judge length", "Protocol metric", "06", "Rita"],
  ]);
});

test("an exclusion and its lifting call a person as the report does, and anonymously nobody is named, in reasons neither", () => {
  const exclusion = (called: string) => ({
    ...{ code: "P1", called, reason: "Ann was faster than Bob reads.", createdAt: day(3), liftedAt: day(8) },
    ...{ by: "Rita", liftedBy: "Sam" },
  });
  const people = [
    { name: "Ann", code: "P1" },
    { name: "Bob", code: "P2" },
  ];
  const kept = of({ exclusions: [{ ...exclusion("Ann"), liftedAt: null }] }).decisions;
  expect(kept.map(({ what }) => what)).toEqual(["Ann was faster than Bob reads."]);
  const shown = (called: string, anonymous: boolean) =>
    of({ exclusions: [exclusion(called)], people }, anonymous).decisions.map(({ about, what, by }) => [about, what, by]);
  expect(shown("Ann", false)).toEqual([
    ["Exclusion of Ann", "Ann was faster than Bob reads.", "Rita"],
    ["Exclusion of Ann", "Lifted", "Sam"],
  ]);
  expect(shown("P1", false)).toEqual([
    ["Exclusion of P1", "P1 was faster than P2 reads.", "Rita"],
    ["Exclusion of P1", "Lifted", "Sam"],
  ]);
  expect(shown("Ann", true)).toEqual([
    ["Exclusion of P1", "P1 was faster than P2 reads.", null],
    ["Exclusion of P1", "Lifted", null],
  ]);
});
