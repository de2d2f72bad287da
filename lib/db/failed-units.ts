import "server-only";
import type { FailedUnit } from "@/lib/domain/judge";
import { db } from "./client";
import { jsonOf } from "./json";
import { failureCode } from "./run-progress";
import { hasStatus, isAfter, samplesFrom, type UnitPlace } from "./unit-walk";

/** `isAnswer`: the raw reply is known to be a model's answer. */
export type FailedUnitRow = FailedUnit & { samplePosition: number; criterionPosition: number; isAnswer: boolean };

/** Up to this many failures are fetched and sorted at once; beyond that, the samples are walked in order. */
const fewUnits = 2000;

const failedOf = (runId: string) =>
  db()
    .selectFrom("runUnits")
    .select(["sampleId", "criterionId"])
    .where("runId", "=", runId)
    .where("status", "=", "failed")
    .limit(fewUnits + 1);

const sortFailed = (runId: string, after: UnitPlace | null) =>
  db()
    .selectFrom(failedOf(runId).as("u"))
    .innerJoin("samples as s", "s.id", "u.sampleId")
    .innerJoin("criteria as c", "c.id", "u.criterionId")
    .select(["s.id as sampleId", "c.id as criterionId", "s.position as samplePosition", "c.position as criterionPosition"])
    .where(({ ref }) => isAfter(ref("s.position"), ref("c.position"), after));

const walkSamples = (runId: string, after: UnitPlace | null) =>
  db()
    .selectFrom(samplesFrom(runId, after).as("s"))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom("runUnits as u")
        .innerJoin("criteria as c", "c.id", "u.criterionId")
        .select(["c.id", "c.position"])
        .where("u.runId", "=", runId)
        .whereRef("u.sampleId", "=", "s.id")
        .where(({ ref }) => hasStatus(ref("u.status"), "failed"))
        .orderBy("c.position")
        .as("c"),
    )
    .select(["s.id as sampleId", "c.id as criterionId", "s.position as samplePosition", "c.position as criterionPosition"])
    .where(({ ref }) => isAfter(ref("s.position"), ref("c.position"), after));

/** Failed units in the order of samples and criteria, after a place in it. */
export async function listFailedUnitRows(runId: string, after: UnitPlace | null, limit: number): Promise<FailedUnitRow[]> {
  const { failed } = await db()
    .selectFrom(failedOf(runId).as("first"))
    .select(({ fn }) => fn.countAll<number>().as("failed"))
    .executeTakeFirstOrThrow();
  const page = (failed <= fewUnits ? sortFailed : walkSamples)(runId, after)
    .orderBy("samplePosition")
    .orderBy("criterionPosition")
    .limit(limit);
  return db()
    .with("page", () => page)
    .selectFrom("page")
    .innerJoin("runUnits as u", (join) =>
      join.on("u.runId", "=", runId).onRef("u.sampleId", "=", "page.sampleId").onRef("u.criterionId", "=", "page.criterionId"),
    )
    .innerJoin("samples as s", "s.id", "u.sampleId")
    .innerJoin("criteria as c", "c.id", "u.criterionId")
    .select(["u.attempts", "u.rawReply", "page.samplePosition", "page.criterionPosition"])
    .select((eb) => [
      jsonOf(eb, ["s.id", "s.externalId"]).as("sample"),
      jsonOf(eb, ["c.id", "c.name"]).as("criterion"),
      eb.fn.coalesce("u.errorCode", failureCode).as("code"),
      eb.fn.coalesce("u.errorMessage", eb.val("")).as("message"),
      eb
        .exists(
          eb
            .selectFrom("exchanges as e")
            .select("e.id")
            .where("e.runId", "=", runId)
            .whereRef("e.sampleId", "=", "page.sampleId")
            .where("e.latencyMs", "is not", null)
            .whereRef("e.reply", "=", "u.rawReply"),
        )
        .$castTo<boolean>()
        .as("isAnswer"),
    ])
    .orderBy("page.samplePosition")
    .orderBy("page.criterionPosition")
    .execute();
}
