/** Samples that the same number of people rate. */
export interface Stratum {
  samples: number;
  raters: number;
}

/** `ratings` spread over the samples as evenly as whole people allow. */
export function spreadEvenly(samples: number, ratings: number): Stratum[] {
  if (samples <= 0) return [];
  const least = Math.floor(ratings / samples);
  const more = Math.round(ratings - least * samples);
  return [
    { samples: samples - more, raters: least },
    { samples: more, raters: least + 1 },
  ].filter((stratum) => stratum.samples > 0);
}

export const samplesOf = (strata: readonly Stratum[]): number => strata.reduce((sum, { samples }) => sum + samples, 0);
export const ratingsOf = (strata: readonly Stratum[]): number => strata.reduce((sum, { samples, raters }) => sum + samples * raters, 0);

/** The strata whose samples at least this many people rate. */
export const ratedBy = (strata: readonly Stratum[], raters: number): Stratum[] => strata.filter((stratum) => stratum.raters >= raters);
