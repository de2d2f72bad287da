import type { Criterion } from "./criterion";

/** Ratings that exist already, as far as a study is planned from them. Numbers are indexes into the lists. */
export interface PilotData {
  criteria: Pick<Criterion, "id" | "name" | "scale" | "overall">[];
  /** The input of each drawn sample. */
  inputs: string[];
  /** Rated samples that these were drawn from. */
  ratedSamples: number;
  ratings: {
    sample: number;
    rater: number;
    criterion: number;
    score: number;
    /** The score before the draft was shown, in the arm that asks for both. */
    blindScore: number | null;
    arm: string;
    /** Whether the draft in view was one of the judge below. */
    ofJudge: boolean;
  }[];
  /** Scores of one run. */
  judge: { sample: number; criterion: number; score: number }[];
}
