import "server-only";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { writeReportBundle } from "@/lib/datasets/report-bundle";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listCountedPanels } from "@/lib/db/counted-panels";
import { readDecisionRows } from "@/lib/db/decisions";
import { demandKnownNames } from "@/lib/db/filter-names";
import { createFrozenReport, getFrozenSummary, listAnnotatorCodes } from "@/lib/db/frozen-reports";
import { readReportData } from "@/lib/db/ratings";
import { getReportProject, listReportTasks } from "@/lib/db/report-tasks";
import { listRunRows } from "@/lib/db/runs";
import { addSampleTraits } from "@/lib/db/sample-traits";
import { listPlans } from "@/lib/db/study-plans";
import { actionRows } from "@/lib/domain/action-groups";
import { armRows } from "@/lib/domain/arm-columns";
import { found } from "@/lib/domain/errors";
import type { FreezeOrder, FrozenReport, FrozenSummary } from "@/lib/domain/frozen-report";
import { type Actor, demand } from "@/lib/domain/policy";
import { ratingRows } from "@/lib/domain/rating-columns";
import { reasonRows } from "@/lib/domain/reason-groups";
import { filterQuery } from "@/lib/domain/report-filter";
import { buildReport } from "@/lib/report/build-report";
import { panelRates } from "@/lib/report/criteria-panel";
import { decisionsOf } from "@/lib/report/decisions";
import { intervalKinds, resampledFigures } from "@/lib/report/interval-kinds";
import { pseudonymous } from "@/lib/report/pseudonymous";
import { contextOf } from "@/lib/report/report-context";
import { statisticsVersion } from "@/lib/stats";
import packageFile from "@/package.json" with { type: "json" };

/**
 * Keeps a task's report as it is now, with the data that it is computed from and annotators named by code, whatever happens to them later. Takes as long
 * as computing a report: call it where nobody waits for anything else. Throws not_found.
 */
export async function freezeReport(actor: Actor, { projectId, ...order }: FreezeOrder & { projectId: string }): Promise<FrozenSummary> {
  demand(actor, "report.freeze", projectId);
  const { taskId, name, excluded, level, filter } = order;
  const task = found((await listReportTasks(projectId, taskId, filter.criteriaSet))[0], "task");
  await demandKnownNames([task], filter);
  const [project, codes, read] = await Promise.all([
    getReportProject(projectId),
    listAnnotatorCodes(projectId),
    readReportData(task).then(addSampleTraits),
  ]);
  const { draftWork, ...columns } = read;
  const { actionCounts, reasonCounts, ...work } = draftWork();
  const rows = {
    ...{ ratings: ratingRows(read.ratings), arms: read.arms && armRows(read.arms) },
    ...{ actionCounts: actionRows(actionCounts), reasonCounts: reasonRows(reasonCounts) },
  };
  const data = pseudonymous({ ...columns, ...work, ...rows }, codes);
  const report = buildReport(data, excluded, filter);
  const context = contextOf(
    ...(await Promise.all([listRunRows(taskId), listPlans(taskId, { seesNames: false }), readPanels(taskId), readKeptDecisions(taskId)])),
  );
  const id = randomUUID();
  const createdAt = new Date();
  const { pieces, hash, head } = writeReportBundle(
    {
      ...{ redlineReport: 1, id, name, project, task: task.name, frozenAt: createdAt.toISOString() },
      settings: { excluded, filter: filterQuery(filter), level, intervals: intervalKinds(report), resampled: resampledFigures(report) },
      context,
      versions: { redline: packageFile.version, statistics: statisticsVersion },
    },
    data,
    report,
  );
  const bundle = await buffer(Readable.from(pieces).pipe(createGzip()));
  const body = JSON.stringify({ head, hash, report } satisfies FrozenReport);
  await inTransaction(async (tx) => {
    const row = { id, projectId, taskId, taskName: task.name, name, hash, body, bundle, createdById: actor.userId, createdAt };
    await createFrozenReport(tx, row);
    const event = { projectId, userId: actor.userId, verb: "report.freeze" as const, targetKind: "frozen-report", targetId: id };
    await appendAudit(tx, { ...event, details: { name, task: task.name, hash } });
  });
  return getFrozenSummary(id);
}

const readPanels = async (taskId: string) => panelRates(await listCountedPanels(taskId));

const readKeptDecisions = async (taskId: string) => decisionsOf(await readDecisionRows(taskId), { anonymous: true });
