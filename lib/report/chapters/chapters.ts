import { type ChapterChoice, type ChapterName, valuesInclude } from "@/lib/domain/report-chapter-names";
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
const verdictOnce = remembered((table: RatingTable) => verdict(table));
const once = {
  people: remembered(people),
  judges: remembered(judges),
  scores: remembered(scores),
  bias: remembered(judgeBiases),
  influence: remembered(draftEffects),
  redundancy: remembered(redundancy),
  next: remembered((table: RatingTable) => next(table, verdict(table, false))),
};

/**
 * The report's figures in reading order, of all chapters or of one: then the others are empty, and the verdict's shares of bootstrap samples, which
 * take longer than all its other figures, are said to be still computed.
 */
export function chapters(table: RatingTable, chapter: ChapterChoice): Chapters {
  const has = (name: ChapterName) => valuesInclude(chapter, name);
  return {
    verdict: chapter === "all" ? verdictOnce(table) : verdict(table, false),
    people: has("people") ? once.people(table) : { perCriterion: {}, raters: {} },
    judges: has("judges") ? once.judges(table) : { besidePeople: {}, altCurves: {}, ranking: {}, protocols: null, consistency: {} },
    scores: has("scores") ? once.scores(table) : {},
    bias: has("bias") ? once.bias(table) : {},
    influence: has("influence") ? once.influence(table) : { effects: [], behaviours: [] },
    criteria: { pairs: has("criteria") ? once.redundancy(table) : [] },
    next: has("next") ? once.next(table) : { precision: {}, samples: { waiting: 0, seed: 0, drawn: [] } },
  };
}
