import { z } from "zod";
import { biasChapter, criteriaChapter } from "./report-bias";
import { influenceChapter } from "./report-draft-effect";
import { judgesChapter } from "./report-judges";
import { nextChapter } from "./report-next";
import { peopleChapter } from "./report-people";
import { scoresChapter } from "./report-scores";
import { verdictChapter } from "./report-verdict";

/** The report's figures in reading order, beside those it always had. */
export const chapters = z.object({
  /** By criterion. */
  verdict: verdictChapter,
  people: peopleChapter,
  judges: judgesChapter,
  /** By judge. */
  scores: scoresChapter,
  bias: biasChapter,
  influence: influenceChapter,
  criteria: criteriaChapter,
  next: nextChapter,
});
export type Chapters = z.infer<typeof chapters>;
