import "server-only";
import { type Expression, type SqlBool, sql } from "kysely";
import type { RunUnitStatus } from "@/prisma/column-types";
import { db } from "./client";
import { jsonList, jsonOf } from "./json";

/** The units on a run's work list, by status. */
export const workOf = (runId: Expression<string>) =>
  db()
    .selectFrom((eb) =>
      eb
        .selectFrom("runUnits as u")
        .select(({ fn }) => ["u.status", fn.countAll<number>().as("n")])
        .where("u.runId", "=", runId)
        .groupBy("u.status")
        .as("counted"),
    )
    .select((eb) => {
      const sum = eb.fn.sum<number>("n");
      const count = (units: Expression<number>) => eb.cast<number>(eb.fn.coalesce(units, eb.val(0)), "integer");
      const of = (status: RunUnitStatus) => count(sum.filterWhere("status", "=", status));
      return [
        count(sum).as("total"),
        of("done").as("done"),
        of("failed").as("failed"),
        of("pending").as("pending"),
        of("dropped").as("dropped"),
      ];
    });

/** Units finished in the last minute, or since the run was started if that was later; 0 unless it is running. */
export const rateOf = (runId: Expression<string>, startedAt: Expression<Date | null>, isRunning: Expression<SqlBool>) =>
  db()
    .selectFrom("runUnits as u")
    .select(({ fn }) =>
      sql<number>`(${fn.countAll()} * 60.0 / greatest(1, least(60, extract(epoch from now() - ${startedAt}))))::float8`.as("units"),
    )
    .where(isRunning)
    .where("u.runId", "=", runId)
    .where("u.status", "in", ["done", "failed", "dropped"])
    .where("u.updatedAt", ">", sql<Date>`now() - interval '1 minute'`);

/** What a run's requests used; no row if it made none. */
export const askedBy = (runId: Expression<string>) =>
  db()
    .selectFrom("exchanges as e")
    .select(({ fn, cast, val }) => [
      cast<number>(fn.coalesce(fn.sum("e.inputTokens"), val(0)), "float8").as("inputTokens"),
      cast<number>(fn.coalesce(fn.sum("e.outputTokens"), val(0)), "float8").as("outputTokens"),
      fn.sum<number | null>("e.costUsd").as("costUsd"),
      fn.countAll<number>().filterWhere("e.costUsd", "is", null).as("withoutCost"),
    ])
    .where("e.runId", "=", runId)
    .where("e.cachedFromId", "is", null)
    .having(({ fn }) => fn.countAll(), ">", 0);

/** A run's drafts and what they used, read only when needed. */
export const draftsOf = (runId: Expression<string>, isNeeded: Expression<SqlBool>) =>
  db()
    .selectFrom("drafts as d")
    .select(({ fn, cast, val }) => [
      fn.countAll<number>().as("drafts"),
      fn.countAll<number>().filterWhere("d.cached", "=", true).as("cached"),
      cast<number>(fn.coalesce(fn.sum("d.inputTokens"), val(0)), "float8").as("inputTokens"),
      cast<number>(fn.coalesce(fn.sum("d.outputTokens"), val(0)), "float8").as("outputTokens"),
      fn.sum<number | null>("d.costUsd").as("costUsd"),
    ])
    .where(isNeeded)
    .where("d.runId", "=", runId);

/** A unit that failed without a recorded reason failed because of our own error. */
export const failureCode = sql.lit("internal");

/** Why units failed, the most frequent reason first. */
export const failuresOf = (runId: Expression<string>) =>
  db()
    .selectFrom((eb) =>
      eb
        .selectFrom("runUnits as u")
        .select(({ fn, val }) => [
          fn.coalesce("u.errorCode", failureCode).as("code"),
          fn.countAll<number>().as("count"),
          fn.coalesce(fn.min("u.errorMessage"), val("")).as("message"),
        ])
        .where("u.runId", "=", runId)
        .where("u.status", "=", "failed")
        .groupBy(({ fn }) => fn.coalesce("u.errorCode", failureCode))
        .as("grouped"),
    )
    .select((eb) => jsonList(jsonOf(eb, ["code", "count", "message"]), sql`${eb.ref("count")} desc`, eb.ref("code")).as("list"));
