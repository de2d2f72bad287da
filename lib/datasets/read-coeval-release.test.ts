import { expect, it } from "vitest";
import type { TaskBundle } from "@/lib/domain/bundle";
import { coevalFigures, coevalFiles } from "@/lib/testing/coeval";
import { readCoeval } from "./read-coeval";

it("reads an excerpt of the published release and reproduces every known figure", async () => {
  const { bundles, problems } = await readCoeval(
    coevalFiles().map(({ path, bytes }) => ({ path, size: bytes.byteLength, bytes: async () => bytes })),
  );
  expect(problems).toEqual([]);
  const [eli5, roc] = ["ELI5", "ROCStories"].map((name) => bundles.find(({ task }) => task.name === name));
  expect(summary(eli5)).toEqual({
    samples: 8,
    inputs: 2,
    drafts: 40,
    ratings: 200,
    items: 740,
    timed: 200,
    patterns: { accept: 694, remove: 7, revise: 109, "set-score": 200 },
  });
  expect(summary(roc)).toEqual({
    samples: 4,
    inputs: 1,
    drafts: 28,
    ratings: 139,
    items: 755,
    timed: 139,
    patterns: { accept: 852, remove: 9, revise: 22, add: 1, "set-score": 139 },
  });
  expect(counts(eli5)).toMatchObject({ "input-differs": 4 });
  expect(counts(roc)).toMatchObject({ "rating-missing": 1 });
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
  const { scores }: { scores: { perCriterion: Record<string, Record<string, { histogram: Record<string, number> }>> } } =
    coevalFigures(task);
  const filled = (histogram: Record<string, number>) => Object.fromEntries(Object.entries(histogram).filter(([, count]) => count > 0));
  return Object.fromEntries(
    Object.entries(scores.perCriterion).map(([criterion, raters]) => [
      criterion,
      Object.fromEntries(
        Object.entries(raters)
          .filter(([rater]) => rater !== "annotators")
          .map(([rater, { histogram }]) => [rater, filled(histogram)]),
      ),
    ]),
  );
}
