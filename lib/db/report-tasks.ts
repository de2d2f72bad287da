import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { db, prisma } from "./client";

/** The project's name. Throws not_found. */
export async function getReportProject(projectId: string): Promise<string> {
  return found(await prisma().project.findUnique({ where: { id: projectId }, select: { name: true } }), "project").name;
}

/** The published set that a task's report covers: the newest one with submitted work, else the newest. */
const reportedSets = () =>
  db()
    .selectFrom("criteriaSets as c")
    .distinctOn("c.taskId")
    .select(["c.id", "c.taskId"])
    .where("c.status", "=", "published")
    .orderBy("c.taskId")
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(selectFrom("assignments as a").select("a.id").whereRef("a.criteriaSetId", "=", "c.id").where("a.status", "=", "submitted")),
      "desc",
    )
    .orderBy("c.version", "desc");

/** The tasks that a project's report covers: the requested one, or all that are not archived. `version` changes whenever a figure could. */
export const listReportTasks = (projectId: string, taskId: string | null) =>
  db()
    .selectFrom("tasks as t")
    .leftJoin(reportedSets().as("cs"), "cs.taskId", "t.id")
    .select(["t.id", "t.name", "t.inputName", "t.outputName", "t.kind", "cs.id as criteriaSetId"])
    .select(({ ref, selectFrom, fn }) => {
      const judges = selectFrom("judges as j")
        .whereRef("j.projectId", "=", "t.projectId")
        .select(({ ref: of }) => sql`jsonb_agg(jsonb_build_array(${of("j.id")}, ${of("j.name")}) order by ${of("j.id")})`.as("named"));
      const annotators = selectFrom("annotators as n")
        .whereRef("n.projectId", "=", "t.projectId")
        .select(({ ref: of }) => sql`jsonb_agg(jsonb_build_array(${of("n.id")}, ${of("n.name")}) order by ${of("n.id")})`.as("named"));
      const assignments = selectFrom("assignments as a")
        .whereRef("a.taskId", "=", "t.id")
        .select(({ ref: of }) => sql`concat(${fn.countAll()}, '/', max(${of("a.updatedAt")}))`.as("changed"));
      const drafts = selectFrom("drafts as d")
        .innerJoin("runs as r", "r.id", "d.runId")
        .whereRef("r.taskId", "=", "t.id")
        .select(({ ref: of }) => sql`concat(${fn.countAll()}, '/', max(${of("d.createdAt")}))`.as("changed"));
      const samples = selectFrom("samples as s").whereRef("s.taskId", "=", "t.id").select(fn.countAll().as("count"));
      const published = selectFrom("criteriaSets as p")
        .whereRef("p.taskId", "=", "t.id")
        .where("p.status", "=", "published")
        .select(({ fn: of }) => of.max("p.version").as("version"));
      const parts = [
        ref("cs.id"),
        ref("t.name"),
        ref("t.inputName"),
        ref("t.outputName"),
        judges,
        annotators,
        assignments,
        drafts,
        samples,
        published,
      ];
      return sql<string>`md5(concat_ws('|', ${sql.join(parts)}))`.as("dataVersion");
    })
    .where("t.projectId", "=", projectId)
    .where((eb) => (taskId === null ? eb("t.archivedAt", "is", null) : eb("t.id", "=", taskId)))
    .orderBy("t.createdAt")
    .orderBy("t.name")
    .execute();

export type ReportTask = Awaited<ReturnType<typeof listReportTasks>>[number];
