import type { TaskBundle } from "@/lib/domain/bundle";
import { preferenceCriterion } from "@/lib/domain/preference";

/** A drafted task that compares: so many pairs with a known answer in a subset, and a judge whose every draft prefers A and says so. */
export function smallPairs(pairs: number): TaskBundle {
  const ids = Array.from({ length: pairs }, (_, index) => `SECRET-SUBSET-${index + 1}`);
  return {
    task: { name: "Pairs", description: "", inputName: "question", outputName: "answer", guidelines: "", kind: "pairwise" },
    criteria: [preferenceCriterion],
    samples: ids.map((externalId, index) => ({
      externalId,
      input: `Question ${index}?`,
      output: `First answer ${index}.`,
      outputB: `Second answer ${index}.`,
      system: "alpha-system",
      systemB: "beta-system",
      goldLabel: "B",
      subset: "SECRET-SUBSET",
      reference: null,
      imageUrl: null,
      inputId: null,
      metadata: { note: "SECRET-NOTE" },
    })),
    judges: [
      {
        name: "draft judge",
        model: "some-model",
        protocol: "step-by-step",
        promptVersion: "1",
        drafts: ids.map((sampleId, index) => ({
          sampleId,
          criterion: preferenceCriterion.name,
          score: 1,
          items: [
            { kind: "conclusion" as const, text: "SECRET-DRAFT [A] says why, [B] does not." },
            { kind: "score" as const, text: "[A] is better." },
            { kind: "evidence" as const, text: `"First answer ${index}" in [A]` },
          ],
          raw: "[A]",
        })),
      },
    ],
    annotators: [],
    warnings: [],
  };
}
