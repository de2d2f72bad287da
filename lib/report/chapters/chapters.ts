import type { ChapterName } from "@/lib/domain/report-chapter-names";
import type { Chapters } from "@/lib/domain/report-chapters";
import type { RatingTable } from "../rating-table";
import { remembered } from "../remembered";
import { judgeBiases } from "./bias";
import { redundancy } from "./criteria";
import { draftEffects } from "./draft-effect";
import { judges } from "./judges";
import { next } from "./next";
import { people } from "./people";
import { scores } from "./scores";
import { verdict } from "./verdict";

/** Each computed once per table, whichever steps a report is built in. */
const verdictOnce = remembered(verdict);
const once = {
  people: remembered(people),
  judges: remembered(judges),
  scores: remembered(scores),
  bias: remembered(judgeBiases),
  influence: remembered(draftEffects),
  redundancy: remembered(redundancy),
  next: remembered((table: RatingTable) => next(table, verdictOnce(table))),
};

/** The report's figures in reading order; those of chapters that are not wanted yet are empty. */
export function chapters(table: RatingTable, has: (chapter: ChapterName) => boolean): Chapters {
  return {
    verdict: verdictOnce(table),
    people: has("people") ? once.people(table) : { perCriterion: {}, raters: {} },
    judges: has("judges") ? once.judges(table) : { besidePeople: {}, altCurves: {}, ranking: {}, protocols: null, consistency: {} },
    scores: has("scores") ? once.scores(table) : {},
    bias: has("bias") ? once.bias(table) : {},
    influence: has("influence") ? once.influence(table) : { effects: [], behaviours: [] },
    criteria: { pairs: has("criteria") ? once.redundancy(table) : [] },
    next: has("next") ? once.next(table) : { precision: {}, samples: { waiting: 0, seed: 0, drawn: [] } },
  };
}
