import "server-only";
import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { compareSamples, type FieldChange } from "@/lib/datasets/compare-samples";
import { contentHash, inputKey } from "@/lib/datasets/hash-sample";
import type { ImportLog } from "@/lib/datasets/import-log";
import { AppError } from "@/lib/domain/errors";
import type { Preference } from "@/lib/domain/pair-outputs";
import { dropPrepared } from "../prepared-work";
import type { ImportPlan } from "./import-plan";
import type { ImportTarget } from "./make-planned";
import type { RenewedImage } from "./renewed-images";
import type { StagedDb } from "./staging";

/** What an import writes of a sample, without its names in the study. */
const content = ["input", "output", "outputB", "system", "systemB", "goldLabel", "subset", "reference", "imageUrl", "inputId"] as const;
const derived = ["inputKey", "metadata", "contentHash"] as const;

/** The columns of a sample that an import may change, with their names in the database, by which `sample_updates.before` has them. */
export const contentColumns = [...content, ...derived].map(
  (name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const,
);

/** Whether a person has begun with a sample, a judge has been asked about it, or anything else rests on its content. */
export const isWorkedOn = (sampleId: Expression<string>): ExpressionWrapper<DB, never, SqlBool> => {
  const eb = expressionBuilder<DB>();
  const tables = ["drafts", "exchanges", "runUnits", "goldSamples", "judgeSplitSamples", "adjudications"] as const;
  const begun = eb.selectFrom("assignments as w").where("w.sampleId", "=", sampleId).where("w.status", "<>", "prepared").select("w.id");
  return eb.or([
    eb.exists(begun),
    ...tables.map((table) =>
      eb.exists(
        eb
          .selectFrom(`${table} as w` as "drafts as w")
          .where("w.sampleId", "=", sampleId)
          .select(sql<number>`1`.as("one")),
      ),
    ),
  ]);
};

/**
 * Decides about the staged samples that are stored with another hash. Their content may be the same still; nothing changes samples that are worked on; what
 * the others would change goes to the log and to `staged_changes`.
 */
export async function compareChanged(
  db: StagedDb,
  plan: ImportPlan,
  log: ImportLog,
  renewed: ReadonlyMap<number, RenewedImage>,
): Promise<void> {
  for (let after = -1; ; ) {
    const pairs = await changedPairs(db, after);
    const last = pairs.at(-1);
    if (last === undefined) return;
    const decided = pairs.map((pair) => {
      const compared = compareSamples(asContent(pair.given), asContent(pair.stored));
      return { ...pair, ...compared, changes: [...compared.changes, ...ofImage(pair, renewed.get(pair.place))] };
    });
    const same = decided.filter(({ changes }) => changes.length === 0);
    const worked = decided.filter(({ changes, workedOn }) => changes.length > 0 && workedOn);
    const open = decided.filter(({ changes, workedOn }) => changes.length > 0 && !workedOn);
    await mark(db, same, "unchanged-sample");
    await mark(db, worked, "worked-on-sample");
    for (const { file, row, externalId, task, changes } of open) {
      const sample = plan.tasks.size > 1 ? `${plan.labels[task] ?? ""}: ${externalId}` : externalId;
      for (const change of changes) log.changed({ file, row, sample, ...change });
    }
    if (open.length > 0) await db.insertInto("stagedChanges").values(open.map(afterChange)).execute();
    after = last.place;
  }
}

/** Another image under the same path. */
function ofImage({ given }: { given: { imageUrl: string | null } }, renewed: RenewedImage | undefined): FieldChange[] {
  if (renewed === undefined) return [];
  const shown = (bytes: number) => `${given.imageUrl}, ${bytes.toLocaleString("en")} bytes`;
  return [{ field: "image_url", before: shown(renewed.beforeBytes), after: shown(renewed.afterBytes) }];
}

async function changedPairs(db: StagedDb, after: number) {
  const changed = db
    .selectFrom("stagedSkips as k")
    .innerJoin("stagedSamples as s", "s.place", "k.place")
    .where("k.reason", "=", "changed-sample")
    .where("k.place", ">", after)
    .orderBy("k.place")
    .limit(500);
  const given = await changed
    .select(["s.place", "s.file", "s.row", "s.externalId", "s.task"])
    .select(content.map((name) => `s.${name}` as const))
    .select((eb) => sql<Record<string, unknown>>`${eb.ref("s.metadata")}`.as("metadata"))
    .execute();
  const stored = await changed
    .innerJoin("stagedNames as t", "t.no", "s.task")
    .innerJoin("samples as x", (join) => join.onRef("x.taskId", "=", "t.id").onRef("x.externalId", "=", "s.externalId"))
    .select(["s.place", "x.id", "x.inputKey", "x.metadata"])
    .select(content.map((name) => `x.${name}` as const))
    .select((eb) => isWorkedOn(eb.ref("x.id")).as("workedOn"))
    .execute();
  const byPlace = new Map(stored.map((row) => [row.place, row]));
  return given.flatMap(({ place, file, row, externalId, task, ...rest }) => {
    const there = byPlace.get(place);
    return there === undefined
      ? []
      : [{ place, file, row, externalId, task, given: rest, stored: there, sampleId: there.id, workedOn: Boolean(there.workedOn) }];
  });
}

const asContent = <T extends { goldLabel: string | null }>(row: T) => ({ ...row, goldLabel: row.goldLabel as Preference | null });

type Changed = Awaited<ReturnType<typeof changedPairs>>[number] & ReturnType<typeof compareSamples>;

function afterChange({ place, sampleId, externalId, given, inputId, metadata }: Changed) {
  const whole = { ...asContent(given), externalId, inputId, metadata };
  return {
    ...{ place, sampleId, inputId },
    inputKey: inputKey(whole),
    metadata: JSON.stringify(metadata),
    contentHash: contentHash(whole),
  };
}

async function mark(db: StagedDb, pairs: readonly { place: number }[], reason: string): Promise<void> {
  const places = pairs.map(({ place }) => place);
  await db.updateTable("stagedSkips").set({ reason }).where("place", "=", sql<number>`any(${places}::int[])`).execute();
}

/**
 * Writes what the file changes of stored samples, and keeps what they were. Returns how many; throws conflict if work on one of them has begun since it was
 * compared.
 */
export async function updateChanged(db: StagedDb, { projectId, importId }: ImportTarget): Promise<number> {
  const wanted = db.selectFrom("stagedChanges").select("sampleId");
  const held = await db.selectFrom("samples as x").select("x.id").where("x.id", "in", wanted).orderBy("x.id").forUpdate().execute();
  const { planned } = await db
    .selectFrom("stagedChanges")
    .select((eb) => eb.fn.countAll<number>().as("planned"))
    .executeTakeFirstOrThrow();
  if (planned === 0) return 0;
  const begun = await db
    .selectFrom("stagedChanges as c")
    .where((eb) => isWorkedOn(eb.ref("c.sampleId")))
    .select("c.place")
    .limit(1)
    .execute();
  if (begun.length > 0 || held.length < planned)
    throw new AppError("conflict", "Work on a changed sample began while the file was read. Nothing was written; import the file again.");
  await dropPrepared(db, { projectId });
  await keepBefore(db, importId);
  await db
    .updateTable("samples as x")
    .from((eb) =>
      eb
        .selectFrom("stagedChanges as c")
        .innerJoin("stagedSamples as s", "s.place", "c.place")
        .select(["c.sampleId", ...derived.map((name) => `c.${name}` as const), "c.inputId"])
        .select(content.filter((name) => name !== "inputId").map((name) => `s.${name}` as const))
        .as("n"),
    )
    .set((eb) => Object.fromEntries([...content, ...derived].map((name) => [name, eb.ref(`n.${name}` as "n.input")])))
    .whereRef("x.id", "=", "n.sampleId")
    .execute();
  return planned;
}

async function keepBefore(db: StagedDb, importId: string): Promise<void> {
  await db
    .insertInto("sampleUpdates")
    .columns(["importId", "sampleId", "before"])
    .expression(
      db
        .selectFrom("samples as x")
        .innerJoin("stagedChanges as c", "c.sampleId", "x.id")
        .select(({ ref }) => {
          const parts = contentColumns.map(([name, column]) => sql`${sql.lit(column)}, ${ref(`x.${name}`)}`);
          return [sql<string>`${importId}::uuid`.as("importId"), "x.id", sql<string>`jsonb_build_object(${sql.join(parts)})`.as("before")];
        }),
    )
    .execute();
}
