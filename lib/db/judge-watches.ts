import "server-only";
import { found } from "@/lib/domain/errors";
import type { JudgeWatch, WatchAsk, WatchEvidence, WatchFlag } from "@/lib/domain/judge-watch";
import { type Db, db } from "./client";

const watches = () =>
  db()
    .selectFrom("judgeWatches as w")
    .innerJoin("judges as j", "j.id", "w.judgeId")
    .select(["w.id", "w.judgeId", "j.name as judgeName", "w.everyHours", "w.repeats", "w.looks", "w.nextAt", "w.endedAt", "w.createdAt"]);

type StoredWatch = Awaited<ReturnType<ReturnType<typeof watches>["executeTakeFirstOrThrow"]>>;

/** A task's watches, newest first. */
export async function listWatchRows(taskId: string): Promise<JudgeWatch[]> {
  return withAsks(await watches().where("w.taskId", "=", taskId).orderBy("w.createdAt", "desc").orderBy("w.id").execute());
}

/** One watch. Throws not_found. */
export async function getWatchRow(id: string): Promise<JudgeWatch> {
  const [watch] = await withAsks(await watches().where("w.id", "=", id).execute());
  return found(watch, "watch");
}

async function withAsks(stored: readonly StoredWatch[]): Promise<JudgeWatch[]> {
  if (stored.length === 0) return [];
  const rows = await db()
    .selectFrom("judgeWatchAsks as a")
    .innerJoin("runs as r", "r.id", "a.runId")
    .select(["a.watchId", "a.number", "a.runId", "r.status", "a.evidence", "a.createdAt"])
    .select((eb) => {
      const units = eb.selectFrom("runUnits as u").whereRef("u.runId", "=", "r.id");
      return [
        units.select(({ fn }) => fn.countAll<number>().as("n")).as("total"),
        units
          .where("u.status", "=", "done")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .as("done"),
        units.select(({ fn }) => fn.count<number>("u.sampleId").distinct().as("n")).as("samples"),
      ];
    })
    .where(
      "a.watchId",
      "in",
      stored.map(({ id }) => id),
    )
    .orderBy("a.number")
    .execute();
  return stored.map(({ judgeId, judgeName, nextAt, endedAt, createdAt, ...watch }) => {
    const own = rows.filter(({ watchId }) => watchId === watch.id);
    const asks = own.map(
      ({ number, runId, status, total, done, evidence, createdAt: askedAt }): WatchAsk => ({
        number,
        run: { id: runId, status, total: total ?? 0, done: done ?? 0 },
        evidence: evidence as WatchEvidence | null,
        askedAt: askedAt.toISOString(),
      }),
    );
    return {
      ...watch,
      judge: { id: judgeId, name: judgeName },
      samples: own[0]?.samples ?? 0,
      nextAt: nextAt?.toISOString() ?? null,
      startedAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      flags: [...new Set(asks.flatMap(({ evidence }): WatchFlag[] => evidence?.flags ?? []))],
      asks,
    };
  });
}

/** What authorisation and the next step of a watch need. Throws not_found. */
export async function getWatchPlace(id: string, on: Db = db()) {
  const place = await on
    .selectFrom("judgeWatches as w")
    .innerJoin("tasks as t", "t.id", "w.taskId")
    .select([
      "t.projectId",
      "w.taskId",
      "w.judgeId",
      "w.criteriaSetId",
      "w.everyHours",
      "w.repeats",
      "w.looks",
      "w.seed",
      "w.nextAt",
      "w.endedAt",
    ])
    .select("w.createdById")
    .where("w.id", "=", id)
    .executeTakeFirst();
  return found(place, "watch");
}

interface NewWatch {
  taskId: string;
  judgeId: string;
  criteriaSetId: string;
  everyHours: number;
  repeats: number;
  looks: number;
  seed: number;
  createdById: string;
}

/** Begins a watch, due at once. Null: the judge is watched already in this task. */
export async function createWatchRow(tx: Db, watch: NewWatch): Promise<string | null> {
  const { taskId, judgeId } = watch;
  await tx.selectFrom("judges").select("id").where("id", "=", judgeId).forUpdate().execute();
  const open = tx
    .selectFrom("judgeWatches")
    .select("id")
    .where("taskId", "=", taskId)
    .where("judgeId", "=", judgeId)
    .where("endedAt", "is", null);
  if ((await open.executeTakeFirst()) !== undefined) return null;
  const { criteriaSetId, everyHours, repeats, looks, seed, createdById } = watch;
  const values = { taskId, judgeId, criteriaSetId, everyHours, repeats, looks, seed, createdById, nextAt: new Date() };
  return (await tx.insertInto("judgeWatches").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

/** Makes a watch due now. False: it has ended. */
export async function hastenWatch(tx: Db, id: string): Promise<boolean> {
  const changed = tx.updateTable("judgeWatches").set({ nextAt: new Date() }).where("id", "=", id).where("endedAt", "is", null);
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Ends a watch. False: it had ended before. */
export async function endWatchRow(tx: Db, id: string): Promise<boolean> {
  const ended = tx.updateTable("judgeWatches").set({ nextAt: null, endedAt: new Date() }).where("id", "=", id).where("endedAt", "is", null);
  return (await ended.executeTakeFirst()).numUpdatedRows > 0n;
}

export const endedRun = ["done", "failed", "cancelled"] as const;

/** Watches with something to do: a look to finish, or a time to ask that has come. */
export async function listDueWatches(): Promise<string[]> {
  const rows = await db()
    .selectFrom("judgeWatches as w")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("judgeWatchAsks as a")
          .innerJoin("runs as r", "r.id", "a.runId")
          .select(["a.number", "a.evidence", "r.status"])
          .whereRef("a.watchId", "=", "w.id")
          .orderBy("a.number", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select("w.id")
    .where("w.endedAt", "is", null)
    .where((eb) =>
      eb.or([
        eb("last.number", "is", null),
        eb.and([
          eb("last.status", "in", [...endedRun]),
          eb.or([
            eb.and([eb("last.number", ">", eb.ref("w.repeats")), eb("last.evidence", "is", null)]),
            eb("w.nextAt", "<=", new Date()),
            eb.and([eb("last.number", "<", eb.ref("w.repeats")), eb("w.nextAt", "is not", null)]),
          ]),
        ]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Holds a watch for one worker; null: another one has it, or it has ended. Until the transaction ends. */
export async function holdWatch(tx: Db, id: string) {
  const held = tx.selectFrom("judgeWatches").select("id").where("id", "=", id).where("endedAt", "is", null).forUpdate().skipLocked();
  return (await held.executeTakeFirst()) === undefined ? null : getWatchPlace(id, tx);
}

/** All times that a watch has asked, with their runs. */
export const listAsks = (tx: Db, watchId: string) =>
  tx
    .selectFrom("judgeWatchAsks as a")
    .innerJoin("runs as r", "r.id", "a.runId")
    .select(["a.id", "a.number", "a.runId", "a.evidence", "r.status"])
    .where("a.watchId", "=", watchId)
    .orderBy("a.number")
    .execute();

/** Records one more time that a watch asks, and when it is due again. */
export async function createAsk(tx: Db, ask: { watchId: string; number: number; runId: string }, nextAt: Date): Promise<void> {
  await tx.insertInto("judgeWatchAsks").values(ask).execute();
  await tx.updateTable("judgeWatches").set({ nextAt }).where("id", "=", ask.watchId).execute();
}

/** Keeps what a look found, for good. */
export async function saveWatchEvidence(tx: Db, askId: string, evidence: WatchEvidence): Promise<void> {
  await tx
    .updateTable("judgeWatchAsks")
    .set({ evidence: JSON.stringify(evidence) })
    .where("id", "=", askId)
    .where("evidence", "is", null)
    .execute();
}

/** The sentinel samples: those of the first time the judge was asked. */
export async function listSentinels(tx: Db, runId: string) {
  return tx
    .selectFrom("runUnits as u")
    .innerJoin("samples as s", "s.id", "u.sampleId")
    .select(["u.sampleId", "u.criterionId", "s.inputKey"])
    .where("u.runId", "=", runId)
    .orderBy("u.sampleId")
    .orderBy("u.criterionId")
    .execute();
}

/** The samples that a watch may choose from, with their inputs. */
export async function listWatchable(taskId: string) {
  return db().selectFrom("samples").select(["id", "inputKey"]).where("taskId", "=", taskId).orderBy("position").orderBy("id").execute();
}

/** What servers called the models that answered in these runs. */
export async function listModelsOf(tx: Db, runIds: readonly string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  const rows = await tx
    .selectFrom("exchanges")
    .select("servedBy")
    .distinct()
    .where("runId", "in", [...runIds])
    .where("servedBy", "is not", null)
    .where("role", "=", "judge")
    .execute();
  return rows.flatMap(({ servedBy }) => servedBy ?? []);
}
