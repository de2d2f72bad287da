import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { RunUnitStatus } from "@/prisma/column-types";
import { db } from "./client";

/** A position in the order of a run's units: by sample, then criterion. */
export interface UnitPlace {
  sample: number;
  criterion: number;
}

/** The samples of a run's task from a place on, walked in order so that a page of a large run costs no more than one of a small run. */
export const samplesFrom = (runId: string, place: UnitPlace | null) =>
  db()
    .selectFrom("samples as s")
    .select(["s.id", "s.position"])
    .where("s.taskId", "=", (task) => task.selectFrom("runs").select("taskId").where("id", "=", runId))
    .where("s.position", ">=", place?.sample ?? 0);

/** Whether a unit comes after a place; always true if the place is null. */
export function isAfter(sample: Expression<number>, criterion: Expression<number>, place: UnitPlace | null): Expression<SqlBool> {
  const eb = expressionBuilder();
  return place === null ? eb.lit(true) : sql<SqlBool>`(${sample}, ${criterion}) > (${place.sample}, ${place.criterion})`;
}

/**
 * Whether a unit has this status, written so that the index by status is not used: it holds all the run's units with that status and would be read in
 * full for each sample or batch.
 */
export const hasStatus = (status: Expression<RunUnitStatus>, wanted: RunUnitStatus) => sql<SqlBool>`${status} || '' = ${wanted}`;
