import "server-only";
import { jsonBuildObject } from "kysely/helpers/postgres";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { judgeParameters } from "@/lib/domain/judge";
import { isUploaded } from "@/lib/domain/sample-image";
import { type Db, db, inTransaction } from "./client";
import { addDerivedCriteria } from "./derived-sets";
import { jsonList, jsonOf } from "./json";
import { readImageData } from "./sample-images";
import { storable, storableJson } from "./storable";

/** What drafting needs to know about a run: its frozen settings, and where its judge is now. */
const frames = (runId: string) =>
  db()
    .selectFrom("runs as r")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .select(["r.id as runId", "r.status as runStatus", "r.criteriaSetId", "r.protocol", "r.promptVersion", "r.prompts", "r.parameters"])
    .select(["r.options", "r.roles", "r.variant", "r.reuseAnswers", "r.budgetUsd", "r.budgetTokens", "r.inputPriceUsd", "r.outputPriceUsd"])
    .select(["t.projectId", "j.id as judgeId", "j.baseUrl", "j.apiKeyEncrypted", "j.capabilities"])
    .select((eb) => [
      eb.fn.coalesce("r.model", "j.model").as("model"),
      jsonOf(eb, ["t.id", "t.description", "t.inputName", "t.outputName", "t.kind"]).as("task"),
    ])
    .where("r.id", "=", runId);

type StoredFrame = Awaited<ReturnType<ReturnType<typeof frames>["executeTakeFirstOrThrow"]>>;

/** The frame with its parameters parsed, plus the settings that belong to the judges in other parts rather than to the run, by judge. */
async function completeFrame<F extends StoredFrame>({ baseUrl, model, parameters, ...frame }: F) {
  const others = Object.values(frame.roles).map(({ judgeId }) => judgeId);
  const judges =
    others.length === 0
      ? []
      : await db()
          .selectFrom("judges")
          .select(["id", "apiKeyEncrypted", "capabilities"])
          .where("projectId", "=", frame.projectId)
          .where("id", "=", ({ fn, val }) => fn.any(val(others)))
          .execute();
  const roleJudges = Object.fromEntries(judges.map(({ id, ...judge }) => [id, judge]));
  // Only judges with an endpoint draft units one by one.
  return { ...frame, baseUrl: baseUrl ?? "", model: model ?? "", parameters: judgeParameters.parse(parameters), roleJudges };
}

export type RunFrame = Awaited<ReturnType<typeof completeFrame<StoredFrame>>>;

const criterionColumns = ["c.id", "c.name", "c.definition", "c.scale", "c.overall"] as const;

/** A sample in a run's frame: `criterionId` is the one asked for; null: all remaining ones. One statement, so that it sees one state. */
const workOnSample = (runId: string, sampleId: string, criterionId: string | null) =>
  frames(runId)
    .innerJoin("samples as s", (join) => join.onRef("s.taskId", "=", "t.id").on("s.id", "=", sampleId))
    .select((eb) => [
      jsonOf(eb, ["s.id", "s.externalId", "s.input", "s.output", "s.outputB", "s.reference", "s.imageUrl", "s.metadata"]).as("sample"),
      /** Criteria whose units are still to be drafted. */
      eb
        .selectFrom("runUnits as u")
        .innerJoin("criteria as c", "c.id", "u.criterionId")
        .select((unit) => jsonList(jsonOf(unit, criterionColumns), unit.ref("c.position")).as("list"))
        .whereRef("u.runId", "=", "r.id")
        .whereRef("u.sampleId", "=", "s.id")
        .where("u.status", "=", "pending")
        .$if(criterionId !== null, (units) => units.where("u.criterionId", "=", criterionId))
        .$asScalar()
        .$notNull()
        .as("criteria"),
      /** Drafts of this run for the sample's other criteria of the same set, in its order. */
      eb
        .selectFrom("drafts as d")
        .innerJoin("criteria as c", "c.id", "d.criterionId")
        .select((draft) => {
          const earlier = { criterion: jsonOf(draft, criterionColumns), content: jsonOf(draft, ["d.score", "d.items", "d.raw"]) };
          return jsonList(jsonBuildObject(earlier), draft.ref("c.position")).as("list");
        })
        .whereRef("d.runId", "=", "r.id")
        .whereRef("d.sampleId", "=", "s.id")
        .whereRef("c.criteriaSetId", "=", "r.criteriaSetId")
        .$if(criterionId !== null, (drafts) => drafts.where("c.id", "<>", criterionId))
        .$asScalar()
        .$notNull()
        .as("earlier"),
      /** How many of the sample's other units have failed. */
      eb
        .selectFrom("runUnits as u")
        .select(({ fn }) => fn.countAll<number>().as("failed"))
        .whereRef("u.runId", "=", "r.id")
        .whereRef("u.sampleId", "=", "s.id")
        .where("u.status", "=", "failed")
        .$if(criterionId !== null, (units) => units.where("u.criterionId", "<>", criterionId))
        .$asScalar()
        .$notNull()
        .as("failedOthers"),
    ]);

/** What remains to be drafted for one sample in a run (one criterion, or null: all), with everything the prompts need; null when it is gone. */
export async function findWorkToDraft(runId: string, sampleId: string, criterionId: string | null) {
  const work = await workOnSample(runId, sampleId, criterionId).executeTakeFirst();
  if (work === undefined) return null;
  const { imageUrl } = work.sample;
  // A model cannot fetch what is stored here.
  if (imageUrl !== null && isUploaded(imageUrl)) work.sample.imageUrl = await readImageData(sampleId);
  return completeFrame(work);
}

export type WorkToDraft = NonNullable<Awaited<ReturnType<typeof findWorkToDraft>>>;

/** How many samples of a task, and characters of each text, a criteria proposal searches for demonstrations. */
const demonstrationReach = { samples: 8, characters: 8000 };

/** The first two samples with different inputs, as demonstrations. */
async function findExamples(taskId: string): Promise<{ input: string; output: string }[]> {
  const first = await db()
    .selectFrom("samples")
    .select(({ fn, val }) => [
      "inputKey",
      "position",
      fn<string>("left", ["input", val(demonstrationReach.characters)]).as("input"),
      fn<string>("left", ["output", val(demonstrationReach.characters)]).as("output"),
    ])
    .where("taskId", "=", taskId)
    .orderBy("position")
    .limit(demonstrationReach.samples + 1)
    .execute();
  const near = first.filter(({ position }) => position <= (first[0]?.position ?? 0) + demonstrationReach.samples);
  const distinct = near.filter(({ inputKey }, index) => near.findIndex((other) => other.inputKey === inputKey) === index);
  return distinct.slice(0, 2).map(({ input, output }) => ({ input, output }));
}

/** A criteria run with what its prompt needs; null when it is gone. */
export async function findProposalToMake(runId: string) {
  const run = await frames(runId).where("r.kind", "=", "criteria").executeTakeFirst();
  return run === undefined ? null : { ...(await completeFrame(run)), examples: await findExamples(run.task.id) };
}

export interface MadeDraft {
  content: DraftContent;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  latencyMs: number;
  /** Whether it needed no new request. */
  cached: boolean;
}

async function insertDraft(
  tx: Db,
  runId: string,
  unit: { sampleId: string; criterionId: string } | null,
  { content, ...draft }: MadeDraft,
): Promise<void> {
  const values = {
    ...draft,
    runId,
    sampleId: unit?.sampleId ?? null,
    criterionId: unit?.criterionId ?? null,
    score: content.score,
    items: JSON.stringify(content.items.map(({ kind, text }) => ({ kind, text: storable(text) }))),
    raw: storable(content.raw),
    details: content.details === undefined ? null : storableJson(content.details),
  };
  await tx
    .insertInto("drafts")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One draft of a piece of work, for a criterion of the set or one derived for this sample. */
export interface DraftOfPiece {
  criterion: { id: string } | { made: CriterionContent };
  draft: MadeDraft;
  /** Why the protocol discarded it; null: it counts. */
  dropped: string | null;
}

/**
 * Stores the drafts of one piece of work, with the criteria derived for its sample, and marks its units finished, all or nothing.
 * If the units are no longer pending, nothing is stored: the first drafts count. Returns whether these were stored.
 */
export async function saveDrafts(
  { runId, sampleId }: { runId: string; sampleId: string },
  drafts: readonly DraftOfPiece[],
  requests: number,
): Promise<boolean> {
  const given = drafts.flatMap((one) => ("id" in one.criterion ? [one.criterion.id] : []));
  return inTransaction(async (tx) => {
    const pending = tx
      .selectFrom("runUnits")
      .select("criterionId")
      .where((eb) => eb.and({ runId, sampleId, status: "pending" }));
    const locked = pending
      .where("criterionId", "=", ({ fn, val }) => fn.any(val(given)))
      .orderBy("criterionId")
      .forUpdate();
    const open = new Set((await locked.execute()).map((row) => row.criterionId));
    if (open.size === 0) return false;
    const made = drafts.flatMap((one) => ("made" in one.criterion ? [one.criterion.made] : []));
    const madeIds = made.length === 0 ? [] : await addDerivedCriteria(tx, runId, sampleId, made);
    for (const { criterion, draft, dropped } of drafts) {
      const criterionId = "id" in criterion ? criterion.id : (madeIds.shift() ?? "");
      if ("id" in criterion && !open.has(criterion.id)) continue;
      await insertDraft(tx, runId, { sampleId, criterionId }, draft);
      if ("id" in criterion) await crossOff(tx, { runId, sampleId, criterionId }, requests, dropped);
    }
    return true;
  });
}

async function crossOff(
  tx: Db,
  { runId, sampleId, criterionId }: { runId: string; sampleId: string; criterionId: string },
  requests: number,
  dropped: string | null,
): Promise<void> {
  await tx
    .updateTable("runUnits")
    .set((eb) => ({
      status: dropped === null ? "done" : "dropped",
      attempts: eb("attempts", "+", requests),
      errorCode: null,
      errorMessage: dropped === null ? null : storable(dropped),
      rawReply: null,
      updatedAt: eb.fn<Date>("now"),
    }))
    .where((eb) => eb.and({ runId, sampleId, criterionId }))
    .execute();
}

export interface DraftFailure {
  code: string;
  message: string;
  rawReply: string | null;
  requests: number;
}

/** Marks the units of a piece of work as failed, with the error and the model's reply. Units that already have a draft stay done. */
export async function failUnits(
  { runId, sampleId }: { runId: string; sampleId: string },
  criterionIds: readonly string[] | "every",
  { code, message, rawReply, requests }: DraftFailure,
): Promise<void> {
  const failing = db()
    .updateTable("runUnits")
    .set((eb) => ({
      status: "failed",
      attempts: eb("attempts", "+", requests),
      errorCode: code,
      errorMessage: storable(message),
      rawReply: rawReply === null ? null : storable(rawReply),
      updatedAt: eb.fn<Date>("now"),
    }))
    .where((eb) => eb.and({ runId, sampleId, status: "pending" }));
  await (criterionIds === "every" ? failing : failing.where("criterionId", "=", ({ fn, val }) => fn.any(val([...criterionIds])))).execute();
}

/** Marks what remains of a piece of work as failed: the one unit, or all of the sample's. */
export async function failPiece(
  piece: { runId: string; sampleId: string; criterionId: string | null },
  failure: { code: string; message: string },
): Promise<void> {
  await failUnits(piece, piece.criterionId === null ? "every" : [piece.criterionId], { ...failure, rawReply: null, requests: 0 });
}

/** Stores a criteria proposal and ends its run. A run has one proposal, however often its job runs. */
export async function saveProposal(runId: string, draft: MadeDraft): Promise<void> {
  await inTransaction(async (tx) => {
    const run = await tx.selectFrom("runs").select("status").where("id", "=", runId).forUpdate().executeTakeFirst();
    if (run?.status !== "queued" && run?.status !== "running") return;
    await insertDraft(tx, runId, null, draft);
    const ended = { status: "done", error: null, endedAt: tx.fn<Date>("now") } as const;
    await tx.updateTable("runs").set(ended).where("id", "=", runId).execute();
  });
}
