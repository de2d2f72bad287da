import "server-only";
import type { Db } from "./client";

/** Evaluations (`e`) of units whose annotators were given a run's draft (`d`), with assignment, criterion and run. */
export const draftedEvaluations = (on: Db) =>
  on
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .innerJoin("runs as r", "r.id", "a.runId")
    .innerJoin("drafts as d", (join) =>
      join.onRef("d.runId", "=", "r.id").onRef("d.sampleId", "=", "a.sampleId").onRef("d.criterionId", "=", "e.criterionId"),
    );
