import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { db } from "./client";
import { judgeNameIn } from "./report-raters";
import type { ReportTask } from "./report-tasks";

/** Throws invalid_input, naming the field, for a version of the criteria, a judge, system, subset or annotator that none of the tasks has: a report of nothing would hide a slip. */
export async function demandKnownNames(tasks: readonly Pick<ReportTask, "id" | "criteriaSetId">[], filter: ReportFilter): Promise<void> {
  const ids = tasks.map(({ id }) => id);
  if (ids.length === 0) return;
  const { judge, system, subset, annotator, criteriaSet } = filter;
  const sampleWith = (column: "system" | "systemB" | "subset", name: string) =>
    db().selectFrom("samples").select("id").where("taskId", "in", ids).where(column, "=", name).limit(1).executeTakeFirst();
  const ofProject = db().selectFrom("tasks").select("projectId").where("id", "in", ids);
  const people = db().selectFrom("annotators").select("id").where("projectId", "in", ofProject);
  const judges = db().selectFrom("judges as j").select("j.id").where("j.projectId", "in", ofProject);
  const lookUp = {
    judge: (name: string) =>
      judges
        .where(({ eb, or, ref }) =>
          or(tasks.map(({ criteriaSetId: set }) => eb(set === null ? ref("j.name") : judgeNameIn(set), "=", name))),
        )
        .executeTakeFirst(),
    system: async (name: string) => (await sampleWith("system", name)) ?? sampleWith("systemB", name),
    subset: (name: string) => sampleWith("subset", name),
    annotator: (code: string) => people.where("code", "=", code).executeTakeFirst(),
    "criteria set": (version: string) =>
      db()
        .selectFrom("criteriaSets")
        .select("id")
        .where("taskId", "in", ids)
        .where("status", "=", "published")
        .where("version", "=", Number(version))
        .executeTakeFirst(),
  };
  const named = { judge, system, subset, annotator, "criteria set": criteriaSet === undefined ? undefined : String(criteriaSet) };
  for (const [field, name] of Object.entries(named) as [keyof typeof lookUp, string | undefined][]) {
    if (name !== undefined && (await lookUp[field](name)) === undefined) {
      throw new AppError("invalid_input", `There is no ${field} "${name}" in this report.`, {
        details: { field: field === "criteria set" ? "criteriaSet" : field, value: name },
      });
    }
  }
}
