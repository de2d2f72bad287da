/** What ratings that exist already say about the precision of further ones, on one criterion. Null: not known from them. */
export interface Pilot {
  criterion: string;
  /** Ratings, the samples and inputs they are of, and the people who gave them. */
  ratings: number;
  samples: number;
  inputs: number;
  annotators: number;
  /** Whether some were given with the draft in view. */
  anchored: boolean;
  /** Shares of the scale's points, lowest first. */
  shares: number[];
  /** Krippendorff's alpha with its standard error, and how many samples so many people rated. */
  alpha: { value: number; error: number | null; strata: { samples: number; raters: number }[] } | null;
  /** The judge's correlation with people's mean, the standard error of its Fisher z, and how many people a mean is of. */
  correlation: { value: number; error: number | null; samples: number; raters: number } | null;
  distances: PilotDistances | null;
  /** How much more often the judge than a person is at least as close to the others, and how often both are equally close. */
  advantage: { advantage: number; ties: number } | null;
}

/** Distances between scores and drafts, in points. */
export interface PilotDistances {
  spread: number;
  likeness: number;
  /** Standard deviation between people of the arms' difference; null if fewer than three have worked in both arms. */
  peopleSpread: number | null;
  /** Standard error of the arms' difference as found, and the ratings of each arm; null if there is only one arm. */
  difference: { error: number; drafted: number; blind: number; samples: number } | null;
}
