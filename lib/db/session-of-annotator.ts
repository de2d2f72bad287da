import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { permissions } from "@/lib/domain/policy";

/**
 * Whether a session holds, and is that of the annotator, whose account may work in the project. One that was not renewed for a day does not count: it
 * is renewed by the usual way.
 */
export function isSessionOf(token: string, { userId, projectId }: { userId: Expression<string | null>; projectId: Expression<string> }) {
  const { exists, selectFrom } = expressionBuilder<DB>();
  return exists(
    selectFrom("sessions as s")
      .innerJoin("users as u", "u.id", "s.userId")
      .select("s.id")
      .where("s.token", "=", token)
      .where("s.userId", "=", userId)
      .where("s.expiresAt", ">", sql<Date>`now()`)
      .where("s.updatedAt", ">=", sql<Date>`now() - interval '1 day'`)
      .where(({ eb: is, fn }) => is(fn.coalesce("u.banned", sql.lit(false)), "=", false))
      .where((is) =>
        is.or([
          is("u.role", "=", "admin"),
          is.exists(
            is
              .selectFrom("memberships as m")
              .select("m.role")
              .where("m.projectId", "=", projectId)
              .whereRef("m.userId", "=", "u.id")
              .where(
                "m.role",
                "in",
                permissions["work.do"].map((role) => sql.lit(role)),
              ),
          ),
        ]),
      ),
  );
}
