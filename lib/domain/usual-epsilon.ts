/** What a person's work is worth over a judge's in the alternative-annotator test, where no study plan states it (for experts; Calderon et al. 2025). */
export const usualEpsilon = 0.2;
