import "server-only";
import { sql } from "kysely";
import type { Criterion } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import type { GoldAnswer, GoldSample, SaveGoldBody } from "@/lib/domain/gold";
import { type Db, db } from "./client";
import { publishedSetOf } from "./published-set";
import { isInStudy } from "./set-aside";

const publishedSetIdOf = (taskId: string) => publishedSetOf(sql`${taskId}::uuid`).select("published.id");

/** A sample of the task with what decides whether its answers may be changed, and the published criteria that apply to it. Throws not_found. */
export async function getSampleForGold(tx: Db, { taskId, sampleId }: { taskId: string; sampleId: string }) {
  const sample = await tx
    .selectFrom("samples as s")
    .select(["s.id", "s.externalId"])
    .select(({ ref }) => isInStudy(ref("s.id")).$castTo<boolean>().as("inStudy"))
    .select(({ exists, selectFrom }) =>
      exists(selectFrom("calibrationSamples as cs").select("cs.sampleId").whereRef("cs.sampleId", "=", "s.id"))
        .$castTo<boolean>()
        .as("inCalibration"),
    )
    .where("s.id", "=", sampleId)
    .where("s.taskId", "=", taskId)
    .forUpdate("s")
    .executeTakeFirst();
  const criteria: Pick<Criterion, "id" | "name" | "scale">[] = await tx
    .selectFrom("criteria")
    .select(["id", "name", "scale"])
    .where("criteriaSetId", "=", publishedSetIdOf(taskId))
    .where((eb) => eb.or([eb("sampleId", "is", null), eb("sampleId", "=", sampleId)]))
    .orderBy("position")
    .execute();
  return { ...found(sample, "sample in this task"), criteria };
}

/** What a sample's answers are used for; null: it has none. */
export async function findGoldUse(tx: Db, sampleId: string) {
  return (await tx.selectFrom("goldSamples").select("use").where("sampleId", "=", sampleId).executeTakeFirst())?.use ?? null;
}

/** Writes a sample's answers on the published criteria; those on other sets' criteria stay. */
export async function saveGoldRow(tx: Db, gold: SaveGoldBody & { taskId: string; sampleId: string }): Promise<void> {
  const { taskId, sampleId, use, note, answers } = gold;
  await tx
    .insertInto("goldSamples")
    .values({ sampleId, taskId, use, note })
    .onConflict((known) => known.column("sampleId").doUpdateSet({ use, note }))
    .execute();
  await tx
    .deleteFrom("goldAnswers")
    .where("sampleId", "=", sampleId)
    .where("criterionId", "in", ({ selectFrom }) =>
      selectFrom("criteria").select("criteria.id").where("criteria.criteriaSetId", "=", publishedSetIdOf(taskId)),
    )
    .execute();
  if (answers.length === 0) return;
  await tx
    .insertInto("goldAnswers")
    .values(answers.map((answer) => ({ ...answer, sampleId })))
    .execute();
}

/** Forgets a sample's answers: it is given out as work again. */
export async function deleteGoldRow(tx: Db, sampleId: string): Promise<void> {
  await tx.deleteFrom("goldSamples").where("sampleId", "=", sampleId).execute();
}

/** A task's samples with known answers, in order of import. */
export async function listGoldRows(taskId: string, on: Db = db()): Promise<GoldSample[]> {
  const samples = await on
    .selectFrom("goldSamples as g")
    .innerJoin("samples as s", "s.id", "g.sampleId")
    .select(["g.sampleId", "g.use", "g.note", "s.externalId"])
    .select(({ fn }) => fn<string>("left", ["s.input", sql.lit(120)]).as("inputStart"))
    .where("g.taskId", "=", taskId)
    .orderBy("s.position")
    .execute();
  const answers = await on
    .selectFrom("goldAnswers as answer")
    .innerJoin("goldSamples as g", "g.sampleId", "answer.sampleId")
    .select(["answer.sampleId", "answer.criterionId", "answer.score", "answer.tolerance", "answer.why"])
    .where("g.taskId", "=", taskId)
    .execute();
  const criteria = await on
    .selectFrom("criteria")
    .select(["id", "name", "sampleId"])
    .where("criteriaSetId", "=", publishedSetIdOf(taskId))
    .orderBy("position")
    .execute();
  return samples.map((sample) => {
    const own = new Map(
      answers.filter((answer) => answer.sampleId === sample.sampleId).map(({ sampleId: _, ...one }) => [one.criterionId, one]),
    );
    const wanted = criteria.filter(({ sampleId }) => sampleId === null || sampleId === sample.sampleId);
    const given = wanted.flatMap(({ id }): GoldAnswer[] => [own.get(id) ?? []].flat());
    return {
      ...sample,
      answers: given,
      missing: wanted.filter(({ id }) => !own.has(id)).map(({ name }) => name),
      older: own.size - given.length,
    };
  });
}
