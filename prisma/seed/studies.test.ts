import { expect, it } from "vitest";
import { withItemIds } from "@/lib/domain/draft";
import { actionProblem, type ProposedAction } from "@/lib/review/action-problem";
import { applyActions } from "@/lib/review/apply-actions";
import type { ReviewAction } from "@/lib/review/fold-actions";
import { birdStudy } from "./bird-study";
import { pairStudy } from "./demo-pairs";
import { demoStudy } from "./demo-study";

/** Every evaluation of a made-up study with its unit's draft, as the product would replay it. */
function evaluations(study = demoStudy) {
  const drafts = new Map(study.judges[0]?.drafts.map((draft) => [`${draft.sampleId}/${draft.criterion}`, draft]));
  return study.annotators.flatMap(({ name, assignments }) =>
    assignments.flatMap(({ sampleId, judge, arm, evaluations: ofSample }) =>
      ofSample.map((evaluation) => {
        const draft = judge === null ? undefined : drafts.get(`${sampleId}/${evaluation.criterion}`);
        const scale = study.criteria.find((criterion) => criterion.name === evaluation.criterion)?.scale ?? { min: 0, max: 0, step: 1 };
        const sample = study.samples.find(({ externalId }) => externalId === sampleId);
        const output = [sample?.output, sample?.outputB ?? ""].join("\n");
        const place = `${name}, ${sampleId}, ${evaluation.criterion}`;
        return {
          place,
          name,
          arm,
          output,
          evaluation,
          context: { items: withItemIds(draft?.items ?? []), draftScore: draft?.score ?? null, scale },
        };
      }),
    ),
  );
}

function asActions(evaluation: ReturnType<typeof evaluations>[number]["evaluation"]): ReviewAction[] {
  return evaluation.actions.map((action, seq) => ({
    ...action,
    id: `00000000-0000-4000-8000-${String(seq).padStart(12, "0")}`,
    seq,
    parentId: null,
    criterion: null,
    reasonCode: null,
    undoesId: null,
    at: action.at ?? "",
  }));
}

it("the demo has fifteen questions, two systems, four criteria with a description for each level, and 120 drafts", () => {
  expect(demoStudy.samples).toHaveLength(30);
  expect(new Set(demoStudy.samples.map(({ input }) => input)).size).toBe(15);
  expect(new Set(demoStudy.samples.map(({ system }) => system)).size).toBe(2);
  expect(demoStudy.judges[0]?.drafts).toHaveLength(120);
  expect(demoStudy.criteria.map(({ overall }) => overall)).toEqual([false, false, false, true]);
  for (const { scale } of demoStudy.criteria) {
    expect(scale.levels.map(({ value }) => value)).toEqual([1, 2, 3, 4]);
    expect(scale.levels.every(({ description, label }) => description !== "" && label !== "")).toBe(true);
  }
  for (const { output } of demoStudy.samples) expect(output.split(/\s+/).length).toBeGreaterThanOrEqual(80);
  expect(demoStudy.task.description).toContain("made up");
});

it("every action of the demo is one that the product allows, with a reason wherever it departs from the draft", () => {
  for (const { place, evaluation, context } of [...evaluations(), ...evaluations(pairStudy)]) {
    const actions = asActions(evaluation);
    for (const [index, action] of actions.entries()) {
      const { seq: _, ...proposed } = action;
      const problem = actionProblem(
        { ...context, actions: actions.slice(0, index), reasonRequired: context.items.length > 0, mayAcceptRest: false },
        proposed satisfies ProposedAction,
      );
      expect(`${place}: ${problem}`).toBe(`${place}: null`);
    }
    expect([place, applyActions({ ...context, actions }).complete]).toEqual([place, true]);
  }
});

it("the demo's annotators use all four actions, disagree, and leave little undone", () => {
  const all = evaluations();
  expect(all).toHaveLength(596);
  const kinds = new Set(all.flatMap(({ evaluation }) => evaluation.actions.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(["accept", "add", "remove", "revise", "set-score"]);
  expect(all.filter(({ arm }) => arm === "blind").every(({ name }) => ["Olga", "Ines", "Tomas"].includes(name))).toBe(true);
  expect(all.filter(({ arm }) => arm === "blind")).toHaveLength(252);
});

it("what the demo's annotators quote is in the answer; some of the drafts' quotes do not", () => {
  const quotes = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, quote]) => quote ?? "");
  for (const { place, output, evaluation } of [...evaluations(), ...evaluations(pairStudy)]) {
    for (const { text } of evaluation.actions)
      for (const quote of quotes(text ?? "")) expect([place, quote, output.includes(quote)]).toEqual([place, quote, true]);
  }
  const outputs = new Map(demoStudy.samples.map(({ externalId, output }) => [externalId, output]));
  const drafts = demoStudy.judges[0]?.drafts ?? [];
  const madeUp = drafts.flatMap(({ sampleId, items }) =>
    items.flatMap(({ text }) => quotes(text).filter((quote) => !outputs.get(sampleId)?.includes(quote))),
  );
  expect(madeUp).toEqual([
    "thunder is caused by the expansion of heated air",
    "the gravitational pull of the Moon",
    "The lake freezes from the top",
    "the tilt of the axis causes the seasons",
  ]);
});

it("the pairs have two subsets, known answers, drafts for most, and people who saw them in either order and did not follow every draft", () => {
  expect(pairStudy.task).toMatchObject({ kind: "pairwise", description: expect.stringContaining("made up") });
  expect(pairStudy.samples).toHaveLength(34);
  expect(new Set(pairStudy.samples.map(({ subset }) => subset))).toEqual(new Set(["Plain", "Tempting"]));
  expect(new Set(pairStudy.samples.map(({ goldLabel }) => goldLabel))).toEqual(new Set(["A", "B", "tie"]));
  expect(pairStudy.judges[0]?.drafts).toHaveLength(30);
  for (const { items } of pairStudy.judges[0]?.drafts ?? []) {
    // Named by their marks, so that the text can be swapped.
    for (const { text } of items) expect(text).not.toMatch(/\b(?:answer|output|text) [AB]\b/iu);
  }
  const assignments = pairStudy.annotators.flatMap(({ assignments: of }) => of);
  expect(new Set(assignments.map(({ swapped }) => swapped))).toEqual(new Set([true, false]));
  expect(new Set(assignments.map(({ arm }) => arm))).toEqual(new Set(["drafted", "blind"]));
  const changed = evaluations(pairStudy).filter(({ evaluation, context }) =>
    evaluation.actions.some(({ score }) => score !== null && context.draftScore !== null && score !== context.draftScore),
  );
  expect(changed.map(({ place }) => place)).toEqual([
    "Ruth, plain-3, Preference",
    "Ruth, tempting-1, Preference",
    "Ruth, plain-8, Preference",
    "Ruth, plain-14, Preference",
    "Ruth, tempting-8, Preference",
    "Ruth, tempting-11, Preference",
    "Ruth, tempting-14, Preference",
    "Ruth, tempting-17, Preference",
    "Samir, plain-3, Preference",
    "Samir, tempting-3, Preference",
    "Samir, plain-8, Preference",
    "Samir, plain-9, Preference",
    "Samir, tempting-8, Preference",
    "Samir, tempting-14, Preference",
    "Samir, tempting-17, Preference",
  ]);
});

it("the bird study gives the accuracies that were published, but for the three the data's own note names", () => {
  const scoreOf = (drafts: { sampleId: string; criterion: string; score: number | null }[]) =>
    new Map(drafts.map(({ sampleId, criterion, score }) => [`${sampleId}/${criterion}`, score ?? Number.NaN]));
  const human = scoreOf(
    birdStudy.annotators[0]?.assignments.flatMap(({ sampleId, evaluations: units }) =>
      units.map(({ criterion, actions }) => ({ sampleId, criterion, score: actions[0]?.score ?? null })),
    ) ?? [],
  );
  const criteria = birdStudy.criteria.map(({ name }) => [name]);
  const accuracy = (judge: Map<string, number>, names: string[]) => {
    const sum = (of: Map<string, number>, id: string) => names.reduce((total, name) => total + (of.get(`${id}/${name}`) ?? Number.NaN), 0);
    const squares = birdStudy.samples.map(({ externalId: id }) => (sum(judge, id) - sum(human, id)) ** 2);
    return 100 - (100 * Math.sqrt(squares.reduce((a, b) => a + b) / squares.length)) / 15;
  };
  const computed = Object.fromEntries(
    birdStudy.judges.map(({ name, drafts }) => [
      name,
      [...criteria, criteria.flat()].map((names) => Math.round(accuracy(scoreOf(drafts), names) * 10) / 10),
    ]),
  );
  expect(computed).toEqual({
    Phi: [92.7, 96, 100, 100, 97.7, 94.3],
    Hermes: [93.2, 94, 92, 98.1, 96.2, 84.6],
    Mixtral: [92.9, 94.3, 85.5, 98.1, 93.9, 72.4],
    "Llama-2": [92.5, 92.1, 84.7, 94.2, 89.9, 61.7],
  });
  expect(birdStudy.warnings).toMatchObject([{ code: "score-off-scale", count: 1 }]);
});
