import { z } from "zod";
import { verdictChapter } from "./report-verdict";

/** The report's figures in reading order, beside those it always had. */
export const chapters = z.object({
  /** By criterion. */
  verdict: verdictChapter,
});
export type Chapters = z.infer<typeof chapters>;
