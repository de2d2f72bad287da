import "server-only";
import { listExclusions } from "@/lib/db/exclusions";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks } from "@/lib/db/report-tasks";
import { listStartedPlans, listTaskWork } from "@/lib/db/task-people";
import { getTaskProject } from "@/lib/db/tasks";
import { found } from "@/lib/domain/errors";
import { type Actor, demand, may } from "@/lib/domain/policy";
import type { Figure } from "@/lib/domain/report";
import type { PersonAgreement, TaskPeople } from "@/lib/domain/task-person";
import { agreementWithOthers, levelAmongOthers } from "@/lib/report/agreement-with-others";
import { draftKept } from "@/lib/report/draft-kept";

/** What is computed from ratings and actions, by annotator, and the level of agreement. */
interface Figures {
  level: TaskPeople["level"];
  figures: ReadonlyMap<string, { agreement: PersonAgreement; kept: Figure }>;
}

// Figures are a pure function of the task's data, so those of the same version may be shown again.
const computed = new Map<string, Figures>();
const mostKept = 8;

const noAgreement: PersonAgreement = {
  ...{ value: null, why: "no-units", n: 0, interval: null, intervalWhy: "undefined-estimate" },
  ...{ units: 0, inputs: 0, others: 0 },
};
const nothingKept: Figure = { value: null, why: "no-units", n: 0, interval: null, intervalWhy: "undefined-estimate" };

/**
 * What each annotator of a task has done, how fast, at what cost, and how far they agree with the others; for researchers. In the order of their names
 * or, where a study of the task promised codes, of their codes; admins see the names beside them. Nothing here is a ranking.
 */
export async function readTaskPeople(actor: Actor, input: { taskId: string }): Promise<TaskPeople> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "people.read", projectId, "task");
  const [work, plans, exclusions, [task]] = await Promise.all([
    listTaskWork(input.taskId),
    listStartedPlans(input.taskId),
    listExclusions(projectId),
    listReportTasks(projectId, input.taskId),
  ]);
  const { figures, level } = await figuresOf(found(task, "task"));
  const pay = plans[0]?.pay ?? null;
  const byCode = plans.some(({ anonymous }) => anonymous);
  const items = work.map(({ timedMs, lastActiveAt, ...row }) => ({
    ...row,
    label: byCode ? row.code : row.name,
    name: byCode && !may(actor, "people.edit", projectId) ? null : row.name,
    perHour: timedMs !== null && timedMs > 0 ? row.timedSamples / (timedMs / 3_600_000) : null,
    lastActiveAt: lastActiveAt.toISOString(),
    cost: pay && (row.activeMs / 3_600_000) * pay.perHour,
    agreement: figures.get(row.annotatorId)?.agreement ?? noAgreement,
    kept: figures.get(row.annotatorId)?.kept ?? nothingKept,
    exclusions: exclusions
      .filter(({ annotatorId, taskId }) => annotatorId === row.annotatorId && (taskId === null || taskId === input.taskId))
      .map(({ annotatorId: _, ...exclusion }) => exclusion),
  }));
  return {
    items: items.sort((a, b) => a.label.localeCompare(b.label, "en")),
    pay: pay && { currency: pay.currency, perHour: pay.perHour },
    byCode,
    level,
  };
}

async function figuresOf(task: Awaited<ReturnType<typeof listReportTasks>>[number]): Promise<Figures> {
  const key = `${task.id} ${task.rowVersion} ${task.dataVersion}`;
  const known = computed.get(key);
  if (known) return known;
  const data = await readReportData(task);
  const [agreement, kept] = [agreementWithOthers(data), draftKept(data)];
  const figures = new Map(
    data.raters.flatMap(({ id, kind }, rater) =>
      kind === "annotator" ? [[id, { agreement: agreement.get(rater) ?? noAgreement, kept: kept.get(rater) ?? nothingKept }] as const] : [],
    ),
  );
  const made = { figures, level: levelAmongOthers(data) };
  computed.set(key, made);
  for (const oldest of computed.keys()) if (computed.size > mostKept) computed.delete(oldest);
  return made;
}
