import "server-only";
import type { StagedDb } from "./staging";

/** Staged samples that have not been marked as skipped so far. */
export const keptSamples = (db: StagedDb) =>
  db.selectFrom("stagedSamples as s").leftJoin("stagedSkips as k", "k.place", "s.place").where("k.place", "is", null);

/** Staged ratings, each with its annotator's work on the sample. */
export const ratingsInUnits = (db: StagedDb) =>
  db
    .selectFrom("stagedEvaluations as e")
    .innerJoin("stagedUnits as u", (join) =>
      join.onRef("u.task", "=", "e.task").onRef("u.sample", "=", "e.sample").onRef("u.rater", "=", "e.rater"),
    );

/** Those that have not been marked as skipped so far, with their criterion. */
export const keptRatings = (db: StagedDb) =>
  ratingsInUnits(db)
    .innerJoin("stagedNames as c", "c.no", "e.criterion")
    .leftJoin("stagedSkips as k", "k.place", "e.place")
    .where("k.place", "is", null);

/** Staged drafts with where they belong, unless they have been marked as skipped. */
export const keptDrafts = (db: StagedDb) =>
  db
    .selectFrom("stagedDrafts as d")
    .innerJoin("stagedDraftPlaces as p", "p.place", "d.place")
    .leftJoin("stagedSkips as k", "k.place", "d.place")
    .where("k.place", "is", null);
