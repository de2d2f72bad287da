import type { GeneratedStudySize } from "@/lib/domain/generated-study";
import { seededRandom, sentence } from "./large";

/** The scenario `huge`: more than 10^6 samples, 10^7 lines of drafts and 10^7 ratings (a rating in a hundred is missing). The database makes it; a bundle of it would fill a disk. */
export const hugeScenario: GeneratedStudySize = { samples: 1_011_000, criteria: 2, annotators: 20, ratersPerSample: 5 };

/** What its samples are made of. */
export function hugeSentences(): string[] {
  const random = seededRandom(2);
  return Array.from({ length: 1000 }, () => sentence(random, 8 + random.int(10)));
}
