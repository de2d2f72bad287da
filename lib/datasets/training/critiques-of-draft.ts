import { type Critique, critiqueDetails, inSampleOrder } from "@/lib/domain/critique-details";
import type { TrainingFilter, TrainingSetting } from "@/lib/domain/training";
import type { CritiqueDraft, RedlinedCritique, TrainingSample } from "./training-group";

/** A critique in one of the four settings. `side` is the output it is about; null if it is about both. */
export interface FoundCritique {
  setting: TrainingSetting;
  side: "A" | "B" | null;
  /** The critique, or why it cannot be used. */
  critique: Pick<Critique, "text" | "score"> | { dropped: TrainingFilter };
}

/** The setting of a draft or evaluation that does not store its critiques by setting. */
const ownSetting = ({ referenced }: { referenced: boolean }, { outputB, reference }: TrainingSample): TrainingSetting =>
  `${outputB === null ? "pointwise" : "pairwise"}-${referenced && reference !== null ? "referenced" : "free"}`;

/** Every critique that a draft stores; for a discarded draft, or one without critiques, the reason instead of each. */
export function critiquesOfDraft(draft: CritiqueDraft, sample: TrainingSample): FoundCritique[] {
  const read = critiqueDetails.safeParse(draft.details);
  const found = read.success ? listCritiques(inSampleOrder(read.data).critiques) : [];
  if (found.length === 0) {
    const setting = ownSetting(draft, sample);
    return [{ setting, side: sample.outputB === null ? "A" : null, critique: { dropped: draft.dropped ?? "no-critique" } }];
  }
  const { dropped } = draft;
  return dropped === null ? found : found.map((one) => ({ ...one, critique: { dropped } }));
}

function listCritiques({ pointwise, pairwise }: ReturnType<typeof critiqueDetails.parse>["critiques"]): FoundCritique[] {
  const found: (Omit<FoundCritique, "critique"> & { critique: Critique | undefined })[] = [
    { setting: "pointwise-referenced", side: "A", critique: pointwise.referenced.A },
    { setting: "pointwise-referenced", side: "B", critique: pointwise.referenced.B },
    { setting: "pointwise-free", side: "A", critique: pointwise.free.A },
    { setting: "pointwise-free", side: "B", critique: pointwise.free.B },
    { setting: "pairwise-referenced", side: null, critique: pairwise.referenced },
    { setting: "pairwise-free", side: null, critique: pairwise.free },
  ];
  return found.flatMap(({ critique, ...one }) => (critique === undefined ? [] : [{ ...one, critique }]));
}

/** The lines and score that remain of a draft after an annotator's actions, under the setting it was drafted in. */
export function critiqueOfEvaluation(redlined: RedlinedCritique, sample: TrainingSample): FoundCritique {
  const { text, score } = redlined;
  const critique = score === null || text === "" ? ({ dropped: "no-critique" } as const) : { text, score };
  return { setting: ownSetting(redlined, sample), side: sample.outputB === null ? "A" : null, critique };
}
