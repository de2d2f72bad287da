import type { PlanContent } from "@/lib/domain/study-plan";
import { ratingsWithinLimits } from "../personal";
import { ratingsOf, type Stratum, samplesOf, spreadEvenly } from "./strata";

/** The choices that decide how much is rated, by whom and in which arm. */
export type SizeChoices = Pick<
  PlanContent,
  "design" | "arms" | "overlap" | "shared" | "people" | "maxPerPerson" | "personal" | "repeatShare" | "goldShare" | "attentionShare"
> & { samples: number };

/** Ratings of one kind, over the samples of the study. */
export interface ArmSize {
  strata: Stratum[];
  ratings: number;
  /** People who give them. */
  people: number;
}

/** What a plan comes to, in numbers alone. */
export interface StudySize {
  samples: number;
  people: number;
  /** Ratings asked for, second rounds and samples with known answers included. */
  ratings: number;
  /** Scores given without a draft in view, first scores included; null: the plan has none. */
  blind: ArmSize | null;
  /** Those of the first arm with drafts. */
  drafted: ArmSize | null;
  /** How blind and drafted ratings share people. */
  pairing: "own-samples" | "same-people" | "other-people";
}

/** Expected sizes, computed from the choices alone: ratings are as even as the allocation makes them. */
export function studySize(choices: SizeChoices): StudySize {
  const { samples, people } = choices;
  const arms = choices.arms;
  const isPaired = choices.design === "within" || (arms.length === 1 && arms[0]?.arm === "blind-then-drafted");
  const whole = choices.design === "within" ? 1 : arms.reduce((sum, { share }) => sum + share, 0);
  const shareOf = (kinds: readonly string[], onlyFirst: boolean) => {
    const found = arms.filter(({ arm }) => kinds.includes(arm));
    const share = (onlyFirst ? found.slice(0, 1) : found).reduce((sum, one) => sum + one.share, 0);
    return found.length === 0 ? null : choices.design === "within" ? 1 : share / whole;
  };
  const shared = Math.min(choices.shared, samples);
  const asked = (samples - shared) * choices.overlap + shared * people;
  const given = Math.min(asked, ratingsWithinLimits(choices), samples * people);
  const scale = asked === 0 ? 0 : given / asked;
  const armSize = (share: number | null): ArmSize | null => {
    if (share === null) return null;
    const strata = [
      ...spreadEvenly(samples - shared, (samples - shared) * Math.min(choices.overlap, people) * scale * share),
      ...spreadEvenly(shared, shared * people * scale * share),
    ];
    const own = choices.design === "parallel" ? Math.max(1, Math.round(people * share)) : people;
    return { strata, ratings: ratingsOf(strata), people: own };
  };
  const rounds = choices.design === "within" && arms.length === 2 ? 2 : 1;
  const hidden = [choices.goldShare, choices.attentionShare].reduce((sum, share) => sum + people * Math.round((given / people) * share), 0);
  return {
    samples,
    people,
    ratings: Math.round(given * (rounds + (rounds === 1 ? choices.repeatShare : 0))) + hidden,
    blind: armSize(shareOf(["blind", "blind-then-drafted"], false)),
    drafted: armSize(shareOf(["drafted", "blind-then-drafted"], true)),
    pairing: isPaired ? "own-samples" : choices.design === "parallel" ? "other-people" : "same-people",
  };
}

/** Ratings per sample of the study, whether or not it has any. */
export const perSample = ({ strata, ratings }: ArmSize): number => ratings / Math.max(1, samplesOf(strata));
