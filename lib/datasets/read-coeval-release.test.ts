import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import type { TaskBundle } from "@/lib/domain/bundle";
import { readCoeval } from "./read-coeval";

// The published release, where it lies beside the checkout.
const shared = new URL("../../../shared/", import.meta.url);
const there = existsSync(new URL("data/coeval/combine_data.json", shared));
if (!there) console.warn("SKIPPED: the CoEval release is not beside the checkout (../shared/data/coeval); its figures are not checked.");

it.skipIf(!there)("reads the published release with every figure of its description", async () => {
  const root = new URL("data/coeval/", shared);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => statSync(new URL(path, root)).isFile());
  const { bundles, problems } = await readCoeval(
    paths.map((path) => ({ path, size: statSync(new URL(path, root)).size, bytes: async () => readFileSync(new URL(path, root)) })),
  );
  expect(problems).toEqual([]);
  const [eli5, roc] = ["ELI5", "ROCStories"].map((name) => bundles.find(({ task }) => task.name === name));
  expect(summary(eli5)).toEqual({
    samples: 200,
    inputs: 50,
    drafts: 1000,
    ratings: 5000,
    items: 21748,
    timed: 4924,
    patterns: { accept: 20310, remove: 789, revise: 3177, add: 137, "set-score": 5000 },
  });
  expect(summary(roc)).toEqual({
    samples: 200,
    inputs: 50,
    drafts: 1400,
    ratings: 6998,
    items: 42115,
    timed: 6977,
    patterns: { accept: 45546, remove: 967, revise: 1942, add: 223, "set-score": 6998 },
  });
  expect(counts(eli5)).toMatchObject({
    "score-line-accepted-score-changed": 34,
    "score-line-revised-score-same": 192,
    "reason-is-score": 386,
    "start-time-zero": 76,
    "input-differs": 4,
    "output-edged-with-blanks": 4,
    "score-not-on-second-line": 3,
    "revision-without-text": 1,
    "revision-without-reason": 60,
    "addition-without-reason": 5,
  });
  expect(counts(roc)).toMatchObject({
    "score-line-accepted-score-changed": 65,
    "score-line-revised-score-same": 32,
    "reason-is-score": 90,
    "start-time-zero": 9,
    "start-time-missing": 12,
    "end-time-missing": 12,
    "rating-missing": 2,
    "duration-over-an-hour": 17,
    "revision-without-reason": 10,
  });
  for (const bundle of [eli5, roc]) expect(histograms(bundle)).toEqual(expectedHistograms(bundle?.task.name ?? ""));
});

function summary(bundle: TaskBundle | undefined) {
  const evaluations = bundle?.annotators.flatMap(({ assignments }) => assignments.flatMap((assignment) => assignment.evaluations)) ?? [];
  const actions = evaluations.flatMap((evaluation) => evaluation.actions);
  const patterns: Record<string, number> = {};
  for (const { kind } of actions) patterns[kind] = (patterns[kind] ?? 0) + 1;
  return {
    samples: bundle?.samples.length,
    inputs: new Set(bundle?.samples.map(({ input }) => input)).size,
    drafts: bundle?.judges[0]?.drafts.length,
    ratings: evaluations.length,
    items: actions.filter(({ kind, itemKind }) => kind !== "set-score" && itemKind !== "heading").length,
    timed: evaluations.filter(({ durationMs }) => durationMs !== null).length,
    patterns,
  };
}

const counts = (bundle: TaskBundle | undefined) => Object.fromEntries((bundle?.warnings ?? []).map(({ code, count }) => [code, count]));

/** counts[criterion][rater][score], zeros left out */
function histograms(bundle: TaskBundle | undefined) {
  const found: Record<string, Record<string, Record<string, number>>> = {};
  const add = (criterion: string, rater: string, score: number | null | undefined) => {
    const ofCriterion = found[criterion] ?? {};
    const histogram = ofCriterion[rater] ?? {};
    histogram[String(score)] = (histogram[String(score)] ?? 0) + 1;
    found[criterion] = { ...ofCriterion, [rater]: histogram };
  };
  for (const draft of bundle?.judges[0]?.drafts ?? []) add(draft.criterion, "chatgpt", draft.score);
  for (const { name, assignments } of bundle?.annotators ?? []) {
    for (const { evaluations } of assignments)
      for (const { criterion, actions } of evaluations) add(criterion, name, actions.at(-1)?.score);
  }
  return found;
}

function expectedHistograms(task: string) {
  const report: { tasks: { scores: { perCriterion: Record<string, Record<string, { histogram: Record<string, number> }>> } }[] } =
    JSON.parse(readFileSync(new URL(`reference/coeval-${task}.report.json`, shared), "utf8"));
  const filled = (histogram: Record<string, number>) => Object.fromEntries(Object.entries(histogram).filter(([, count]) => count > 0));
  return Object.fromEntries(
    Object.entries(report.tasks[0]?.scores.perCriterion ?? {}).map(([criterion, raters]) => [
      criterion,
      Object.fromEntries(
        Object.entries(raters)
          .filter(([rater]) => rater !== "annotators")
          .map(([rater, { histogram }]) => [rater, filled(histogram)]),
      ),
    ]),
  );
}
