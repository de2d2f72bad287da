import "server-only";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { pendingAfter, type UnitKey } from "./batch-work";
import { db } from "./client";
import { jsonList } from "./json";
import { newestDraftsOf } from "./newest-drafts";

/** The names of judges by id; deleted judges are absent. */
export async function findJudgeNames(judgeIds: readonly string[]): Promise<Map<string, string>> {
  const named = db()
    .selectFrom("judges")
    .select(["id", "name"])
    .where("id", "=", ({ fn, val }) => fn.any(val([...judgeIds])));
  return new Map((await named.execute()).map(({ id, name }) => [id, name]));
}

/**
 * The next pending units of a panel's run, each with its members' current drafts under the same criteria set: at most one per member; members
 * without one are left out.
 */
export async function listPanelUnits(
  { runId, criteriaSetId, members }: { runId: string; criteriaSetId: string | null; members: readonly string[] },
  after: UnitKey | null,
) {
  return db()
    .with("page", () => pendingAfter(runId, after))
    .selectFrom("page")
    .innerJoin("criteria as c", "c.id", "page.criterionId")
    .select((eb) => {
      const said = newestDraftsOf(criteriaSetId)
        .where("r.judgeId", "=", ({ fn, val }) => fn.any(val([...members])))
        .where("d.sampleId", "=", eb.ref("page.sampleId"))
        .where("d.criterionId", "=", eb.ref("page.criterionId"));
      return [
        "page.sampleId",
        "page.criterionId",
        "c.scale",
        eb
          .selectFrom(said.as("said"))
          .select(({ ref }) =>
            jsonList(jsonBuildObject({ judgeId: ref("said.judgeId"), draftId: ref("said.id"), score: ref("said.score").$notNull() })).as(
              "list",
            ),
          )
          .where("said.score", "is not", null)
          .$asScalar()
          .$notNull()
          .as("drafts"),
      ];
    })
    .orderBy("page.sampleId")
    .orderBy("page.criterionId")
    .execute();
}

export type PanelUnit = Awaited<ReturnType<typeof listPanelUnits>>[number];
