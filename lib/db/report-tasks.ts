import "server-only";
import { type Expression, type SqlBool, sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { db, prisma } from "./client";
import { exclusionsIn } from "./exclusions";
import { promisedCodes } from "./exported-name";
import { rowVersion } from "./row-version";
import { submittedWork } from "./submitted-work";

/** The project's name. Throws not_found. */
export async function getReportProject(projectId: string): Promise<string> {
  return found(await prisma().project.findUnique({ where: { id: projectId }, select: { name: true } }), "project").name;
}

/** The published set that a task's report covers: the chosen version, else the newest one with submitted work, else the newest. */
export const reportedSets = (version?: number) =>
  db()
    .selectFrom("criteriaSets as c")
    .distinctOn("c.taskId")
    .select(["c.id", "c.taskId"])
    .where("c.status", "=", "published")
    .$if(version !== undefined, (sets) => sets.where("c.version", "=", version ?? 0))
    .orderBy("c.taskId")
    .orderBy(
      ({ eb, ref }) =>
        // The first, by an index: for just any, PostgreSQL would read the whole table where nobody has rated under a set.
        eb(submittedWork().where("a.criteriaSetId", "=", ref("c.id")).orderBy("a.submittedAt").limit(1), "is not", null),
      "desc",
    )
    .orderBy("c.version", "desc");

/** The epsilon that the newest plan under a criteria set states, of those that have started: a draft has no set yet. */
const epsilonOf = (taskId: Expression<string>, setId: Expression<string | null>) =>
  db()
    .selectFrom("studyPlans as plan")
    .select(({ ref }) => sql<number>`(${ref("plan.content")} #>> '{sizing,targets,epsilon}')::float8`.as("epsilon"))
    .where("plan.taskId", "=", taskId)
    .where("plan.criteriaSetId", "=", setId)
    .where(({ ref }) => sql<SqlBool>`${ref("plan.content")} #>> '{sizing,targets,epsilon}' is not null`)
    .orderBy("plan.startedAt", "desc")
    .limit(1);

/** The same of one criteria set; null: no plan states one. */
export async function readStatedEpsilon(taskId: string, setId: string): Promise<number | null> {
  return (await epsilonOf(sql.val(taskId), sql.val(setId)).executeTakeFirst())?.epsilon ?? null;
}

/** The tasks that a project's report covers: the requested one, or all that are not archived. `dataVersion` changes whenever a figure could. */
export const listReportTasks = (projectId: string, taskId: string | null, criteriaSet?: number) =>
  db()
    .selectFrom("tasks as t")
    .leftJoinLateral(
      ({ ref }) => reportedSets(criteriaSet).where("c.taskId", "=", ref("t.id")).as("cs"),
      (join) => join.onTrue(),
    )
    .select(["t.id", "t.name", "t.inputName", "t.outputName", "t.kind", "t.annotatorsPerSample", "cs.id as criteriaSetId"])
    .select(rowVersion.as("rowVersion"))
    .select(({ ref }) => epsilonOf(ref("t.id"), ref("cs.id")).as("epsilon"))
    .select(({ exists, selectFrom }) =>
      exists(selectFrom("studyPlans as p").select("p.id").whereRef("p.criteriaSetId", "=", "cs.id").where("p.chances", "is not", null))
        .$castTo<boolean>()
        .as("drawsUnequally"),
    )
    .select(({ ref, selectFrom }) => {
      const judges = selectFrom("judges as j")
        .whereRef("j.projectId", "=", "t.projectId")
        .select(({ ref: of }) => sql`jsonb_agg(jsonb_build_array(${of("j.id")}, ${of("j.name")}) order by ${of("j.id")})`.as("named"));
      const annotators = selectFrom("annotators as n")
        .whereRef("n.projectId", "=", "t.projectId")
        .select(({ ref: of }) => sql`jsonb_agg(jsonb_build_array(${of("n.id")}, ${of("n.name")}) order by ${of("n.id")})`.as("named"));
      const excluded = exclusionsIn(ref("t.id")).select(({ ref: of }) =>
        sql`jsonb_agg(jsonb_build_array(${of("excluded.annotatorId")}, ${of("excluded.reason")}) order by ${of("excluded.createdAt")})`.as(
          "people",
        ),
      );
      // Work, drafts and samples: counted by triggers, and by each import for itself.
      const changes = selectFrom("taskChanges as x")
        .whereRef("x.taskId", "=", "t.id")
        .select((of) => of.fn.sum("x.count").as("count"));
      const labels = selectFrom("adjudications as j")
        .innerJoin("criteria as c", "c.id", "j.criterionId")
        .whereRef("c.criteriaSetId", "=", "cs.id")
        .where("j.finalAt", "is not", null)
        .select(({ ref: of }) => sql`concat(count(${of("j.id")}), '/', max(${of("j.finalAt")}))`.as("confirmed"));
      const published = selectFrom("criteriaSets as p")
        .whereRef("p.taskId", "=", "t.id")
        .where("p.status", "=", "published")
        .select(({ fn: of }) => of.max("p.version").as("version"));
      const parts = [
        ref("cs.id"),
        ref("t.name"),
        ref("t.inputName"),
        ref("t.outputName"),
        ref("t.annotatorsPerSample"),
        judges,
        annotators,
        excluded,
        promisedCodes(ref("cs.id").$notNull()),
        changes,
        labels,
        published,
        epsilonOf(ref("t.id"), ref("cs.id")),
      ];
      return sql<string>`md5(concat_ws('|', ${sql.join(parts)}))`.as("dataVersion");
    })
    .where("t.projectId", "=", projectId)
    .where((eb) => (taskId === null ? eb("t.archivedAt", "is", null) : eb("t.id", "=", taskId)))
    .orderBy("t.createdAt")
    .orderBy("t.name")
    .execute();

export type ReportTask = Awaited<ReturnType<typeof listReportTasks>>[number];

/** The version of the data that a project's or a task's report covers now. */
export async function readDataVersion(projectId: string, taskId: string | null, criteriaSet?: number): Promise<string> {
  const tasks = await listReportTasks(projectId, taskId, criteriaSet);
  return tasks.map(({ dataVersion }) => dataVersion).join("-");
}
