import { expect, it } from "vitest";
import { withItemIds } from "@/lib/domain/draft";
import { applyActions } from "@/lib/review/apply-actions";
import { largeScenario, largeStudy } from "./large";

const small = { ...largeScenario, samples: 30, chunk: 8 };

it("the same seed gives the same study, another seed another", () => {
  expect([...largeStudy(small)]).toEqual([...largeStudy(small)]);
  expect([...largeStudy({ ...small, seed: 2 })]).not.toEqual([...largeStudy(small)]);
});

it("every sample comes once, with a draft per criterion and every annotator's complete work", () => {
  const bundles = [...largeStudy(small)];
  expect(bundles.map(({ samples }) => samples.length)).toEqual([8, 8, 8, 6]);
  expect(new Set(bundles.flatMap(({ samples }) => samples.map(({ externalId }) => externalId))).size).toBe(30);
  for (const bundle of bundles) {
    const drafts = new Map(bundle.judges[0]?.drafts.map((draft) => [`${draft.sampleId}/${draft.criterion}`, draft]));
    expect(drafts.size).toBe(bundle.samples.length * 5);
    expect(bundle.annotators).toHaveLength(3);
    for (const { assignments } of bundle.annotators) {
      expect(assignments).toHaveLength(bundle.samples.length);
      for (const { sampleId, evaluations } of assignments) {
        for (const { criterion, actions } of evaluations) {
          const draft = drafts.get(`${sampleId}/${criterion}`);
          const scale = bundle.criteria[0]?.scale ?? { min: 0, max: 0, step: 1 };
          const asActions = actions.map((action, seq) => ({
            ...action,
            id: `a${seq}`,
            seq,
            parentId: null,
            criterion: null,
            reasonCode: null,
            undoesId: null,
            at: action.at ?? "",
          }));
          const state = applyActions({
            items: withItemIds(draft?.items ?? []),
            draftScore: draft?.score ?? null,
            scale,
            actions: asActions,
          });
          expect(state.complete).toBe(true);
        }
      }
    }
  }
});
