import { z } from "zod";
import { peopleChapter } from "./report-people";
import { verdictChapter } from "./report-verdict";

/** The report's figures in reading order, beside those it always had. */
export const chapters = z.object({
  /** By criterion. */
  verdict: verdictChapter,
  people: peopleChapter,
});
export type Chapters = z.infer<typeof chapters>;
