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

/** The report's figures in reading order. */
export function chapters(table: RatingTable): Chapters {
  const verdicts = verdict(table);
  return {
    verdict: verdicts,
    people: people(table),
    judges: judges(table),
    scores: scores(table),
    bias: judgeBiases(table),
    influence: draftEffects(table),
    criteria: { pairs: redundancy(table) },
    next: next(table, verdicts),
  };
}
