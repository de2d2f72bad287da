import "server-only";
import { sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";
import type { KeptUnit } from "./kept-units";
import { prepared } from "./prepared";
import { appendTo, rowsAsJson, type UnitChange, unlessPlaceTaken, version } from "./save-unit";
import { isSessionOf } from "./session-of-annotator";

type Written = Omit<UnitChange, "fresh" | "seq" | "derived" | "shownDraftId" | "criterionId"> & {
  evaluationId: string;
  score: number | null;
  alsoAcceptable: number[];
  complete: boolean;
  tally: string;
  actions: string;
  arm: DB["assignments"]["arm"];
  swapped: boolean;
  revealed: boolean;
  runId: string | null;
  taskVersion: string;
  projectVersion: string;
  /** Null: the caller is known to be the annotator. */
  sessionToken: string | null;
};

/** The lease is renewed only once this much of it has passed: each renewal writes the assignment's row again. */
const renewAfterSeconds = (leaseMinutes: number) => sql`least(60, ${leaseMinutes}::int * 6)`;

const onwardStatement = prepared<Written, { leasedUntil: Date }>((given) =>
  db()
    .with("held", (q) =>
      q
        .selectFrom("assignments as a")
        .innerJoin("tasks as t", "t.id", "a.taskId")
        .innerJoin("projects as p", "p.id", "t.projectId")
        .innerJoin("annotators as n", "n.id", "a.annotatorId")
        .select((eb) => ["a.id", eb.ref("a.leasedUntil").$notNull().as("leasedUntil")])
        .where("a.id", "=", given.assignmentId)
        .where("a.status", "=", "open")
        .where("a.arm", "=", given.arm)
        .where("a.swapped", "=", given.swapped)
        .where(({ eb, ref }) => eb(sql<boolean>`(${ref("a.revealedAt")} is not null)`, "=", given.revealed))
        .where(({ ref }) => sql<boolean>`${ref("a.runId")} is not distinct from ${given.runId}::uuid`)
        .where(
          ({ ref }) =>
            sql<boolean>`${ref("a.leasedUntil")} > now() + make_interval(mins => ${given.leaseMinutes}::int, secs => -${renewAfterSeconds(given.leaseMinutes)})`,
        )
        .where(version("t"), "=", given.taskVersion)
        .where(version("p"), "=", given.projectVersion)
        .where("n.userId", "=", given.userId)
        .where((eb) =>
          eb.or([
            sql<boolean>`${given.sessionToken}::text is null`,
            isSessionOf(given.sessionToken, { userId: eb.ref("n.userId"), projectId: eb.ref("p.id") }),
          ]),
        )
        .forNoKeyUpdate("a"),
    )
    .with("unit", (q) =>
      q
        .updateTable("evaluations as e")
        .from("held")
        .set(({ ref }) => ({
          score: given.score,
          alsoAcceptable: sql<number[]>`${given.alsoAcceptable}::float8[]`,
          complete: given.complete,
          tally: sql<string>`${given.tally}::jsonb`,
          durationMs: sql<number>`greatest(${ref("e.durationMs")}, ${given.activeMs}::int)`,
          idleAfterMs: sql<number | null>`coalesce(${given.idleAfterMs}::int, ${ref("e.idleAfterMs")})`,
          endedAt: sql<Date>`now()`,
          updatedAt: sql<Date>`now()`,
        }))
        .where("e.id", "=", given.evaluationId)
        .whereRef("e.assignmentId", "=", "held.id")
        .returning("e.id"),
    )
    .with("appended", (q) => appendTo(q, given))
    .selectFrom(["held", "unit"])
    .select("held.leasedUntil"),
);

/**
 * Writes a save on a unit that an earlier save left in a known state, in one statement and without reading: it appends the actions only if the
 * assignment is open and as it was, the task's and the project's rules are the same, the lease need not be renewed, and the caller is still the
 * annotator: known to be (no token), or by a session that holds, of an account that may work in the project. Null: something of this is no longer
 * so, or another save came between; nothing is written, and the unit must be read.
 */
export async function writeOnward(
  { unit: { assignment, versions }, evaluationId }: KeptUnit,
  { fresh, seq, derived, assignmentId, userId, leaseMinutes, activeMs, idleAfterMs }: UnitChange,
  sessionToken: string | null,
): Promise<{ leasedUntil: Date } | null> {
  const { arm, swapped, revealed, runId } = assignment;
  const { score, alsoAcceptable, complete } = derived;
  return unlessPlaceTaken(() =>
    onwardStatement({
      ...{ assignmentId, userId, leaseMinutes, activeMs, idleAfterMs, evaluationId, arm, swapped, revealed, runId, sessionToken },
      ...{ score, alsoAcceptable, complete, tally: JSON.stringify(derived.tally), actions: rowsAsJson(fresh, seq) },
      ...{ taskVersion: versions.task, projectVersion: versions.project },
    }),
  );
}
