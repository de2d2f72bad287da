import "server-only";
import { findQualityPlan, listQualityRatings } from "@/lib/db/quality-ratings";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { StudyQuality } from "@/lib/domain/study-quality";
import { qualityFigures } from "@/lib/report/study-quality";

/** How carefully people work in the study that runs, else in the last one; null before the first has started. */
export async function readStudyQuality(actor: Actor, input: { taskId: string }): Promise<StudyQuality | null> {
  demand(actor, "plan.read", await getTaskProject(input.taskId), "task");
  const plan = await findQualityPlan(input.taskId);
  if (plan === null) return null;
  const ratings = await listQualityRatings(plan.id);
  const labels = new Map(ratings.map(({ annotatorId, name, code }) => [annotatorId, plan.content.anonymous ? code : name]));
  return { planId: plan.id, version: plan.version, ...qualityFigures(ratings, labels) };
}
