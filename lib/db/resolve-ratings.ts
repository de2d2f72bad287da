import "server-only";
import type { PoolClient } from "pg";
import type { Criterion, Scale } from "@/lib/domain/criterion";
import type { RatingRecord } from "@/lib/domain/import";
import { scoreOfPreference } from "@/lib/domain/pair-outputs";
import { readPreference } from "@/lib/domain/preference";
import { snapToScale } from "@/lib/domain/scale-points";
import { findSampleIds } from "./import-samples";
import { addCriterion, type CriteriaTarget } from "./import-targets";

type Queryable = Pick<PoolClient, "query">;

/** Where an import's ratings go; filled as the file is read. */
export interface RatingTarget {
  projectId: string;
  taskId: string;
  importId: string;
  set: CriteriaTarget;
  /** Of pairs: then a label may stand for the score. */
  pairwise: boolean;
  /** Scale declared with the import: then unknown criteria are added to the set this import made. Null: they are problems. */
  newCriterionScale: Scale | null;
  /** Runs made by this import, by judge name. */
  runs: Map<string, { runId: string; judgeId: string }>;
}

export interface RowProblem {
  row: number;
  field: string | null;
  message: string;
}

export interface StoredRatings {
  stored: number;
  unchanged: number;
  newAnnotators: number;
  newJudges: number;
  newCriteria: number;
  problems: RowProblem[];
}

/** A rating whose sample and criterion are there, with its score. */
export interface ResolvedRating {
  rating: RatingRecord;
  score: number;
  sampleId: string;
  criterion: Criterion;
}

/** The ratings that can be stored; why the others cannot is added to the report. */
export async function resolveRatings(
  client: Queryable,
  target: RatingTarget,
  ratings: RatingRecord[],
  report: StoredRatings,
): Promise<ResolvedRating[]> {
  const samples = await findSampleIds(client, target.taskId, [...new Set(ratings.map((rating) => rating.sampleId))]);
  const resolved: ResolvedRating[] = [];
  for (const rating of ratings) {
    const problem = (field: string, message: string) => report.problems.push({ row: rating.row, field, message });
    const sampleId = samples.get(rating.sampleId);
    let criterion = target.set.byName.get(rating.criterion);
    if (!criterion && target.newCriterionScale) {
      criterion = await addCriterion(client, target.set, rating.criterion, target.newCriterionScale);
      report.newCriteria += 1;
    }
    if (!sampleId) {
      problem("sample_id", `there is no sample "${shorten(rating.sampleId)}" in this task`);
      continue;
    }
    if (!criterion) {
      problem(
        "criterion",
        `unknown criterion "${shorten(rating.criterion)}"; this task has ${[...target.set.byName.keys()].map((name) => `"${name}"`).join(", ")}`,
      );
      continue;
    }
    const score = target.pairwise ? pairScore(rating) : rating.score;
    const onScale = typeof score === "number" ? snapToScale(criterion.scale, score) : null;
    if (typeof score === "string") problem("label", score);
    else if (score === null) problem("score", "the score is missing");
    else if (onScale === null) {
      problem(
        "score",
        `${score} is not on the scale ${criterion.scale.min} to ${criterion.scale.max}${criterion.scale.step === null ? "" : ` in steps of ${criterion.scale.step}`}`,
      );
    } else resolved.push({ rating, score: onScale, sampleId, criterion });
  }
  return resolved;
}

/** Of a pair: the score, or the one that the label A, B or tie stands for; a text says why there is none. */
function pairScore({ score, label }: RatingRecord): number | string | null {
  const preference = label === null ? null : readPreference(label);
  if (score === null && label !== null && preference === null) return `"${shorten(label)}" is none of A, B and tie`;
  if (preference === null) return score;
  const said = scoreOfPreference(preference);
  return score === null || score === said ? said : `the label says ${preference}, the score ${score}`;
}

/** A user's text as it stands in a message. */
export const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
