import "server-only";
import type { AdjudicatedRow } from "@/lib/datasets/adjudicated-rows";
import type { Tx } from "./client";
import type { ExportTask } from "./export-windows";
import { isoTime } from "./json";
import { labelsInForce } from "./labels-in-force";

/** A task's adjudicated units under the criteria set of its report, in the order of samples and criteria. */
export const exportAdjudicated = (tx: Tx, task: ExportTask): Promise<AdjudicatedRow[]> =>
  tx
    .selectFrom(labelsInForce(tx).as("label"))
    .innerJoin("samples as s", "s.id", "label.sampleId")
    .innerJoin("criteria as c", "c.id", "label.criterionId")
    .leftJoin("users as u", "u.id", "label.userId")
    .leftJoin("drafts as d", "d.id", "label.draftId")
    .leftJoin("runs as r", "r.id", "d.runId")
    .leftJoin("judges as j", "j.id", "r.judgeId")
    .select(({ ref }) => [
      "s.externalId as sampleId",
      "c.name as criterion",
      "c.scale",
      ref("label.finalScore").$notNull().as("final"),
      "label.firstScore as first",
      "j.name as judge",
      "label.judgeScore",
      "label.median",
      "label.range",
      "label.ratings",
      "u.name as adjudicator",
      isoTime(ref("label.finalAt").$notNull()).as("at"),
      "label.reason",
    ])
    .where("c.criteriaSetId", "=", task.criteriaSetId)
    .orderBy("s.position")
    .orderBy("c.position")
    .execute();
