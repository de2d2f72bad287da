// A panel of three experts on a judge's five criteria, and what each of them redlines.
import type { NewAction } from "@/lib/domain/action";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { Actor } from "@/lib/domain/policy";
import { taskContent } from "@/lib/domain/project";
import { createProject } from "@/lib/workflows/create-project";
import { createTask } from "@/lib/workflows/create-task";
import { openCriteriaRound } from "@/lib/workflows/open-criteria-round";
import { saveRedline } from "@/lib/workflows/save-redline";
import { submitRedline } from "@/lib/workflows/submit-redline";
import { makeProposal } from "./proposed-criteria";
import { action, instanceAdmin, member } from "./small-study";

export const scale = { min: 1, max: 5, step: 1, levels: [{ value: 1, label: "low", description: "not at all" }] };
export const named = (name: string, more: Partial<CriterionContent> = {}): CriterionContent => ({
  name,
  definition: `Is it ${name.toLowerCase()}?`,
  scale,
  overall: false,
  ...more,
});
const text = (name: string, group: string) => `${name}\nIs it ${name.toLowerCase()}?\nGroup: ${group}\nScale: 1 to 5\n1 = low: not at all`;
/** Two general criteria, two task-specific ones and one of which the judge does not say. */
const proposal = [
  text("Clear", "general"),
  text("True", "general"),
  text("Short", "task-specific"),
  text("Kind", "task-specific"),
  "Odd\nIs it odd?\nScale: 1 to 5",
];

type Step = Partial<NewAction> & Pick<NewAction, "kind">;
export function chain(steps: readonly Step[]): NewAction[] {
  let parentId: string | null = null;
  return steps.map((step) => {
    const made = action({ ...step, parentId });
    parentId = made.id;
    return made;
  });
}
export const accept = (...items: number[]): Step[] => items.map((item) => ({ kind: "accept", itemId: String(item) }));
export const remove = (item: number, reasonCode: string | null = null): Step => ({ kind: "remove", itemId: String(item), reasonCode });
export const revise = (item: number, criterion: CriterionContent): Step => ({ kind: "revise", itemId: String(item), criterion });
const add = (criterion: CriterionContent): Step => ({ kind: "add", criterion });

let made = 0;
export async function panel(options: { anonymous?: boolean } = {}) {
  const project = await createProject(instanceAdmin, { name: `Panel ${++made}`, description: "" });
  const task = await createTask(instanceAdmin, { projectId: project.id, ...taskContent.parse({ name: "t" }) });
  const experts = await Promise.all(["Ada", "Ben", "Chloe"].map((name) => member(project.id, "expert", `${name} ${made}`)));
  const moderator = await member(project.id, "researcher", `Mod ${made}`);
  const proposalDraftId = await makeProposal(task.id, proposal);
  const { roundId } = await openCriteriaRound(moderator, {
    taskId: task.id,
    proposalDraftId,
    experts: experts.map(({ userId }) => userId),
    anonymous: options.anonymous ?? false,
  });
  const [ada, ben, chloe] = experts as [Actor, Actor, Actor];
  return { projectId: project.id, taskId: task.id, roundId, proposalDraftId, moderator, ada, ben, chloe };
}
export type Panel = Awaited<ReturnType<typeof panel>>;

export const redline = async (expert: Actor, roundId: string, steps: readonly Step[]) => {
  await saveRedline(expert, { roundId, actions: chain(steps) });
  await submitRedline(expert, { roundId, submitted: true });
};

/** Each figure below differs from every other one of its row: 7 accepted, 2 revised, 6 removed, 1 added. */
export async function redlineAll({ ada, ben, chloe, roundId }: Panel) {
  await redline(ada, roundId, [...accept(0, 1, 2, 4), revise(3, named("Kindness")), add(named("Sourced", { group: "task-specific" }))]);
  await redline(ben, roundId, [...accept(0, 1), remove(2, "duplicate"), remove(3), remove(4)]);
  await redline(chloe, roundId, [...accept(0), revise(1, named("Truthful")), remove(2), remove(3), remove(4, "unnecessary")]);
}
