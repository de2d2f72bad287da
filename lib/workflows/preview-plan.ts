import "server-only";
import { readJudgesApart } from "@/lib/db/judges-apart";
import { readSupply } from "@/lib/db/plan-supply";
import { listDoneRatings, listStaff, listStudySamples } from "@/lib/db/study-plans";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import { drawsUnequally, type PlanContent, type PlanPreview, runsOf } from "@/lib/domain/study-plan";
import { allocate } from "@/lib/study/allocate";
import { previewPlan as preview } from "@/lib/study/preview-plan";
import { doneBySeat, staffOf } from "@/lib/study/staff";

/** What these choices would come to; nothing is kept. */
export async function previewPlan(actor: Actor, input: { taskId: string } & PlanContent): Promise<PlanPreview> {
  const { taskId, ...content } = input;
  demand(actor, "plan.read", await getTaskProject(taskId), "task");
  const [samples, members, done, supply, apart] = await Promise.all([
    listStudySamples(taskId),
    listStaff(taskId),
    listDoneRatings(taskId),
    readSupply(taskId, runsOf(content)),
    drawsUnequally(content) ? readJudgesApart(taskId) : undefined,
  ]);
  const allocation = allocate(content, samples, doneBySeat(content, members, done), supply.hidden, apart);
  const today = new Date().toISOString().slice(0, 10);
  return preview(content, allocation, staffOf(content, members, { ...supply, today }));
}
