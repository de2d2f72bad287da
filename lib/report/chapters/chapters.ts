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

/** The report's figures in reading order; of values alone, only the first two chapters. */
export function chapters(table: RatingTable): Chapters {
  const verdicts = verdict(table);
  if (table.wanted.interval === "none") return { ...laterChapters, verdict: verdicts, people: people(table) };
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

/** What takes longest, until it is computed. */
const laterChapters: Omit<Chapters, "verdict" | "people"> = {
  judges: { besidePeople: {}, altCurves: {}, ranking: {}, protocols: null, consistency: {} },
  scores: {},
  bias: {},
  influence: { effects: [], behaviours: [] },
  criteria: { pairs: [] },
  next: { precision: {}, samples: { waiting: 0, seed: 0, drawn: [] } },
};
