import type { VerdictFlag } from "@/lib/domain/report-verdict";

/** A flag of a verdict in a few words. */
export const flagWords: Record<VerdictFlag, string> = {
  "few-units": "few units",
  "no-variation": "every score the same",
  "drafted-only": "rests on drafts",
  "people-at-top": "people: half at the top",
  "judge-at-top": "judge: half at the top",
  "judge-constant": "judge never varies",
};
