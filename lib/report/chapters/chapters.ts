import type { ChapterName } from "@/lib/domain/report-chapter-names";
import type { Chapters } from "@/lib/domain/report-chapters";
import type { RatingTable } from "../rating-table";
import { judgeBiases } from "./bias";
import { redundancy } from "./criteria";
import { draftEffects } from "./draft-effect";
import { judges } from "./judges";
import { next } from "./next";
import { people } from "./people";
import { scores } from "./scores";
import { verdict } from "./verdict";

/** The report's figures in reading order; those of chapters that are not wanted yet are empty. */
export function chapters(table: RatingTable, has: (chapter: ChapterName) => boolean): Chapters {
  const verdicts = verdict(table);
  return {
    verdict: verdicts,
    people: has("people") ? people(table) : { perCriterion: {}, raters: {} },
    judges: has("judges") ? judges(table) : { besidePeople: {}, altCurves: {}, ranking: {}, protocols: null, consistency: {} },
    scores: has("scores") ? scores(table) : {},
    bias: has("bias") ? judgeBiases(table) : {},
    influence: has("influence") ? draftEffects(table) : { effects: [], behaviours: [] },
    criteria: { pairs: has("criteria") ? redundancy(table) : [] },
    next: has("next") ? next(table, verdicts) : { precision: {}, samples: { waiting: 0, seed: 0, drawn: [] } },
  };
}
