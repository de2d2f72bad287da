import { z } from "zod";
import { byName, figure } from "./report-figures";

/** What became of a draft whose score is compared with the median of three or more other people's scores made without a draft. */
export const fates = z.object({
  n: z.int(),
  kept: figure,
  /** Changed to a score less than a point from that median, and to another. */
  changedRight: figure,
  changedWrong: figure,
});
export type DraftFates = z.infer<typeof fates>;
/** Right: less than a point from that median. */
export const judged = z.object({ right: fates, wrong: fates });

/** Rows: first score; columns: final score. */
const scoreCounts = z.array(z.array(z.int()));

/** First and final scores of one person for one unit, of the arm blind-then-drafted. */
const moves = z.object({
  values: z.array(z.number()),
  counts: scoreCounts,
  /** How many of the counts ended closer to the draft, and how many further from it. Absent from reports frozen before these were counted. */
  ways: z.object({ towards: scoreCounts, away: scoreCounts }).optional(),
  towards: z.int(),
  stayed: z.int(),
  away: z.int(),
  /** How much closer to the draft the final score is, in points; and the p of flipping its sign, inputs whole. */
  shift: figure,
  p: z.number().nullable(),
});
export type Moves = z.infer<typeof moves>;

const draftEffect = z.object({
  judge: z.string(),
  kind: z.enum(["drafted", "final"]),
  /** 1 minus the mean distance to the draft with it in view over that without it: 0 no pull, 1 everybody takes it. */
  index: z.object({ pooled: figure, perCriterion: byName(figure) }),
  drafts: z.object({ pooled: judged, perCriterion: byName(judged) }),
  moves: byName(moves),
});
export type DraftEffect = z.infer<typeof draftEffect>;

/** What people did about mistakes, theirs and the draft's. */
const behaviours = z.object({
  judge: z.string(),
  /** Null: all criteria. */
  criterion: z.string().nullable(),
  definition: z.enum(["blind-score", "draft-only"]),
  n: z.int(),
  tied: z.int(),
  correction: figure,
  scrutiny: figure,
  subjectivity: figure,
  outlierRemoved: figure.nullable(),
});
export type Behaviours = z.infer<typeof behaviours>;

export const influenceChapter = z.object({ effects: z.array(draftEffect), behaviours: z.array(behaviours) });
