import "server-only";
import { sql } from "kysely";
import type { WrittenDraft } from "@/lib/datasets/coeval/evaluation-rows";
import { anyOf } from "./any-of";
import { bulkGroups } from "./bulk-rows";
import type { Db, Tx } from "./client";
import { isExcluded } from "./exclusions";
import { evaluationsOf, type StoredEvaluation } from "./export-evaluations";
import { type ExportTask, samplesPerWindow, sampleWindows } from "./export-windows";
import { nameUnder } from "./exported-name";
import { plainDrafts } from "./newest-drafts";
import { submittedWork } from "./submitted-work";

/** A task with its published criteria, as an export in CoEval's format describes it. */
export async function readDescribedTask(on: Db, { id, criteriaSetId }: ExportTask) {
  const task = await on
    .selectFrom("tasks as t")
    .where("t.id", "=", id)
    .select(["t.description", "t.inputName", "t.outputName"])
    .select(({ selectFrom }) =>
      selectFrom("samples")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("samples.taskId", "=", id)
        .$asScalar()
        .as("samples"),
    )
    .executeTakeFirstOrThrow();
  const criteria =
    criteriaSetId === null
      ? []
      : await on
          .selectFrom("criteria")
          .select(["id", "name", "scale"])
          .where("criteriaSetId", "=", criteriaSetId)
          .where("sampleId", "is", null)
          .orderBy("position")
          .execute();
  return { ...task, samples: task.samples ?? 0, criteria };
}

/** Annotators with submitted work by these criteria who saw drafts, under the names they are exported with. */
export function listDraftedAnnotators(tx: Tx, task: ExportTask, criteriaSetId: string): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom("annotators as n")
    .select("n.id")
    .select(nameUnder(sql<string>`${criteriaSetId}::uuid`).as("name"))
    .where(({ exists, ref }) =>
      exists(
        submittedWork()
          .where("a.annotatorId", "=", ref("n.id"))
          .where("a.criteriaSetId", "=", criteriaSetId)
          .where("a.arm", "=", "drafted")
          .where("a.round", "=", 0),
      ),
    )
    .$if(task.excluded === "without", (rows) => rows.where(({ not, ref }) => not(isExcluded(ref("n.id"), sql<string>`${task.id}::uuid`))))
    .orderBy("name")
    .execute();
}

/** The judge whose drafts most submitted work saw; where nobody saw any, the one that drafted first. Null: there are no drafts. */
export async function findShownJudge(tx: Tx, criteriaSetId: string): Promise<string | null> {
  const judge = await tx
    .selectFrom("runs as r")
    .leftJoin("assignments as a", (join) =>
      join.onRef("a.runId", "=", "r.id").on("a.status", "=", "submitted").on("a.purpose", "=", "work"),
    )
    .select("r.judgeId")
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .where(({ exists, selectFrom }) => exists(selectFrom("drafts as d").select("d.id").whereRef("d.runId", "=", "r.id")))
    .groupBy("r.judgeId")
    .orderBy(({ fn }) => fn.count("a.id"), "desc")
    .orderBy(({ fn }) => fn.min("r.createdAt"))
    .orderBy("r.judgeId")
    .limit(1)
    .executeTakeFirst();
  return judge?.judgeId ?? null;
}

/** A judge's draft of every sample by one criterion, in order: the one that most submitted work saw, else the newest. Null: there is none. */
export async function* exportColumnOfDrafts(
  tx: Tx,
  task: ExportTask,
  { judgeId, criterionId }: { judgeId: string; criterionId: string },
): AsyncGenerator<WrittenDraft | null> {
  const windows = sampleWindows(tx, task, async (ids) => {
    const drafts = await bulkGroups(tx, selectShown(tx, task, { judgeId, criterionId }, ids), "sampleId");
    return ids.map((id) => drafts.get(id)?.[0] ?? null);
  });
  for await (const window of windows) yield* window;
}

const selectShown = (
  tx: Tx,
  { criteriaSetId }: ExportTask,
  { judgeId, criterionId }: { judgeId: string; criterionId: string },
  sampleIds: readonly string[],
) =>
  plainDrafts(criteriaSetId, tx)
    .distinctOn("d.sampleId")
    .select(["d.sampleId", "d.items", "d.raw"])
    .where("d.sampleId", "=", anyOf(sampleIds))
    .where("d.criterionId", "=", criterionId)
    .where("r.judgeId", "=", judgeId)
    .orderBy("d.sampleId")
    .orderBy(
      ({ ref }) =>
        submittedWork()
          .clearSelect()
          .select(({ fn }) => fn.countAll().as("count"))
          .where("a.sampleId", "=", ref("d.sampleId"))
          .where("a.runId", "=", ref("d.runId")),
      "desc",
    )
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc");

/** The positions of a task's samples, in order: the place of a position is the number that a release gives its sample, less one. */
export async function listPositions(tx: Tx, taskId: string): Promise<number[]> {
  const rows = await tx.selectFrom("samples").select("position").where("taskId", "=", taskId).orderBy("position").execute();
  return rows.map(({ position }) => position);
}

/** One annotator's submitted evaluations by these criteria, sample by sample in their order, with each sample's texts. */
export async function* exportWorkOf(tx: Tx, task: ExportTask, of: { annotatorId: string; criteriaSetId: string }) {
  for (let after = -1; ; ) {
    const samples = await selectWorkedOn(tx, of).where("s.position", ">", after).limit(samplesPerWindow).execute();
    const last = samples.at(-1);
    if (last === undefined) return;
    after = last.position;
    const ids = samples.map(({ id }) => id);
    const evaluations = new Map<string, StoredEvaluation[]>(samples.map(({ externalId }) => [externalId, []]));
    for (const evaluation of await evaluationsOf(tx, task, ids, of)) evaluations.get(evaluation.sampleId)?.push(evaluation);
    for (const sample of samples) yield { ...sample, evaluations: evaluations.get(sample.externalId) ?? [] };
  }
}

const selectWorkedOn = (tx: Tx, { annotatorId, criteriaSetId }: { annotatorId: string; criteriaSetId: string }) =>
  tx
    .selectFrom("assignments as a")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .select(["s.id", "s.position", "s.externalId", "s.input", "s.output", "s.system", "s.metadata"])
    .where("a.annotatorId", "=", annotatorId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .orderBy("s.position");
