import "server-only";
import { createJudgeBody, startRunBody } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { draftJudge } from "@/lib/jobs/draft-judge";
import { giveUp, workPiece } from "@/lib/jobs/work";
import { createJudge } from "@/lib/workflows/create-judge";
import { listJudges } from "@/lib/workflows/list-judges";
import { listTasks } from "@/lib/workflows/list-tasks";
import { loadStudy } from "@/lib/workflows/load-study";
import { startRun } from "@/lib/workflows/start-run";
import { birdStudy } from "@/prisma/seed/bird-study";
import { pairStudy } from "@/prisma/seed/demo-pairs";
import { demoStudy } from "@/prisma/seed/demo-study";
import { largeStudy } from "@/prisma/seed/large";

export const scenarioNames = ["empty", "demo", "large"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

const studies = {
  empty: { description: "", demo: false, bundles: () => [] },
  demo: {
    description:
      'Small studies to look around in. "Everyday questions" and "Which answer follows?" are made up; "Birds" holds published figures.',
    demo: true,
    bundles: () => [demoStudy, birdStudy, pairStudy],
  },
  large: { description: "Generated: 10,000 samples, 5 criteria, 3 annotators.", demo: false, bundles: () => largeStudy() },
};

/** Creates a project of that name from a scenario. Throws already_exists if the name is taken. */
export async function loadScenario(actor: Actor, scenario: ScenarioName, projectName: string): Promise<void> {
  const { bundles, ...rest } = studies[scenario];
  const { projectId } = await loadStudy(actor, { name: projectName, ...rest, source: `${scenario} scenario`, bundles: bundles() });
  if (scenario === "demo") await addComputedJudges(actor, projectId);
}

/**
 * Judges that need no model, so that the report shows such judges too: the length of each answer, and a panel of the four models of the
 * birds.
 */
async function addComputedJudges(actor: Actor, projectId: string): Promise<void> {
  const models = new Set(birdStudy.judges.map(({ name }) => name));
  const members = (await listJudges(actor, { projectId })).items.filter(({ name }) => models.has(name)).map(({ id }) => id);
  const length = { kind: "metric", name: "Length", options: { metric: "length" } };
  const panel = { kind: "panel", name: "Median of the models", options: { members, aggregate: "median" } };
  await draftAll(actor, projectId, length, [demoStudy, pairStudy]);
  await draftAll(actor, projectId, panel, [birdStudy]);
}

/** Adds a judge that needs no model and drafts whole tasks with it. */
async function draftAll(actor: Actor, projectId: string, judge: object, bundles: readonly { task: { name: string } }[]): Promise<void> {
  const { id: judgeId } = await createJudge(actor, { projectId, ...createJudgeBody.parse(judge) });
  const tasks = (await listTasks(actor, { projectId })).items.filter(({ name }) => bundles.some(({ task }) => task.name === name));
  for (const { id: taskId } of tasks) await startRun(actor, { taskId, ...startRunBody.parse({ judgeId }) });
  const never = new AbortController().signal;
  await draftJudge(judgeId, { stopping: never, ending: never, sliceMs: 60_000, work: workPiece, giveUp });
}
