import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { type CriterionContent, criterionContent } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { criteriaSet, taskContent } from "@/lib/domain/project";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { makeProposal } from "@/lib/testing/proposed-criteria";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createCriteriaSet } from "./create-criteria-set";
import { createProject } from "./create-project";
import { createTask } from "./create-task";
import { discardCriteriaSet } from "./discard-criteria-set";
import { listCriteriaSets } from "./list-criteria-sets";
import { nextAssignment } from "./next-assignment";
import { publishCriteriaSet } from "./publish-criteria-set";
import { saveCriteriaActions } from "./save-criteria-actions";

temporaryInstance();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const named = (name: string, more: Partial<CriterionContent> = {}): CriterionContent => ({
  name,
  definition: `Is it ${name}?`,
  scale: { min: 0, max: 3, step: 1, levels: [{ value: 0, label: "no", description: "not at all" }] },
  overall: false,
  ...more,
});
const act = (kind: NewAction["kind"], parentId: string | null, more: Partial<NewAction> = {}): NewAction => ({
  id: randomUUID(),
  parentId,
  kind,
  itemId: null,
  itemKind: null,
  text: null,
  score: null,
  criterion: null,
  reasonCode: null,
  reason: null,
  undoesId: null,
  at: "2026-01-02T03:04:05.678Z",
  ...more,
});

let tasks = 0;
async function makeTask(): Promise<string> {
  const project = await createProject(instanceAdmin, { name: `Criteria ${++tasks}`, description: "" });
  return (await createTask(instanceAdmin, { projectId: project.id, ...taskContent.parse({ name: "t" }) })).id;
}

test("a proposal is redlined criterion by criterion and published frozen", async () => {
  const taskId = await makeTask();
  const draft = await createCriteriaSet(instanceAdmin, { taskId, proposalDraftId: await makeProposal(taskId) });
  expect(draft).toMatchObject({ version: 1, status: "draft", criteria: [], proposal: { judge: "proposer" } });
  const accept = act("accept", null, { itemId: "0" });
  const revise = act("revise", accept.id, { itemId: "1", criterion: named("Truthfulness"), reason: "too short a name" });
  const remove = act("remove", revise.id, { itemId: "2", reason: "not asked for" });
  const add = act("add", remove.id, { criterion: named("Overall", { overall: true }) });
  const saved = await saveCriteriaActions(instanceAdmin, { criteriaSetId: draft.id, actions: [accept, revise, remove, add] });
  expect(criteriaSet.parse(saved).criteria.map((criterion) => criterion.name)).toEqual(["Clarity", "Truthfulness", "Overall"]);
  expect(saved.actions).toHaveLength(4);
  expect(saved.actions[1]).toEqual({ ...revise, seq: 1 });

  const published = await publishCriteriaSet(instanceAdmin, { criteriaSetId: draft.id });
  expect(published.status).toBe("published");
  expect(published.criteria.map(({ name, position, overall }) => [name, position, overall])).toEqual([
    ["Clarity", 0, false],
    ["Truthfulness", 1, false],
    ["Overall", 2, true],
  ]);
  expect(published.criteria[1]?.scale).toEqual(named("x").scale);
  expect(await publishCriteriaSet(instanceAdmin, { criteriaSetId: draft.id })).toEqual(published);
  const late = saveCriteriaActions(instanceAdmin, { criteriaSetId: draft.id, actions: [act("add", add.id, { criterion: named("Late") })] });
  await expect(late.catch(codeOf)).resolves.toBe("conflict");
  await expect(discardCriteriaSet(instanceAdmin, { criteriaSetId: draft.id }).catch(codeOf)).resolves.toBe("conflict");
});

test("a save can be repeated, and one that does not know the last action gets both versions", async () => {
  const taskId = await makeTask();
  const { id: criteriaSetId } = await createCriteriaSet(instanceAdmin, { taskId });
  const first = act("add", null, { criterion: named("A") });
  await saveCriteriaActions(instanceAdmin, { criteriaSetId, actions: [first] });
  const again = await saveCriteriaActions(instanceAdmin, { criteriaSetId, actions: [first] });
  expect(again.actions).toHaveLength(1);
  const stale = await saveCriteriaActions(instanceAdmin, { criteriaSetId, actions: [act("add", null, { criterion: named("B") })] }).catch(
    (error: unknown) => error,
  );
  expect(stale).toMatchObject({ code: "stale_parent", details: { lastActionId: first.id, actions: [{ id: first.id }] } });
  const wrong = saveCriteriaActions(instanceAdmin, { criteriaSetId, actions: [act("accept", first.id, { itemId: "7" })] });
  await expect(wrong.catch(codeOf)).resolves.toBe("invalid_input");
  const other = await createCriteriaSet(instanceAdmin, { taskId: await makeTask() });
  const reused = saveCriteriaActions(instanceAdmin, { criteriaSetId: other.id, actions: [first] });
  await expect(reused.catch(codeOf)).resolves.toBe("conflict");
});

test("undecided, missing and repeated criteria cannot be published", async () => {
  const taskId = await makeTask();
  const { id: criteriaSetId } = await createCriteriaSet(instanceAdmin, { taskId, proposalDraftId: await makeProposal(taskId) });
  const publish = () => publishCriteriaSet(instanceAdmin, { criteriaSetId });
  await expect(publish()).rejects.toThrow("3 proposed criteria are still undecided");
  await discardCriteriaSet(instanceAdmin, { criteriaSetId });
  const empty = await createCriteriaSet(instanceAdmin, { taskId });
  await expect(publishCriteriaSet(instanceAdmin, { criteriaSetId: empty.id }).catch(codeOf)).resolves.toBe("conflict");
  await discardCriteriaSet(instanceAdmin, { criteriaSetId: empty.id });
  const twice = await createCriteriaSet(instanceAdmin, { taskId, criteria: [named("A"), named("A")] });
  await expect(publishCriteriaSet(instanceAdmin, { criteriaSetId: twice.id }).catch(codeOf)).resolves.toBe("conflict");
});

test("a task has one draft set at a time, from one source within the task", async () => {
  const taskId = await makeTask();
  const foreign = await createCriteriaSet(instanceAdmin, { taskId: await makeTask(), criteria: [named("Foreign")] });
  const start = (more: object) => createCriteriaSet(instanceAdmin, { taskId, ...more }).catch(codeOf);
  await expect(start({ copyOf: foreign.id })).resolves.toBe("not_found");
  await expect(start({ proposalDraftId: await makeProposal(foreign.taskId) })).resolves.toBe("not_found");
  await expect(start({ copyOf: foreign.id, criteria: [] })).resolves.toBe("invalid_input");
  const both = await Promise.all([start({}), start({})]);
  expect(both.filter((result) => result === "conflict")).toHaveLength(1);
});

test("a new published set starts from zero, and the old one is unchanged", async () => {
  const study = await loadSmallStudy(smallBundle(2));
  const annotator = await makeAccount({ roles: { [study.projectId]: "annotator" } });
  await nextAssignment(annotator.actor, study);
  const { items, replaces } = await listCriteriaSets(instanceAdmin, study);
  const [old] = items;
  expect(replaces).toEqual({ version: 1, open: 1, submitted: 0 });
  expect(old).toMatchObject({ version: 1, inUse: true });
  const draft = await createCriteriaSet(instanceAdmin, { taskId: study.taskId, copyOf: old?.id });
  expect(draft.criteria.map((criterion) => criterion.name)).toEqual(old?.criteria.map((criterion) => criterion.name));
  await publishCriteriaSet(instanceAdmin, { criteriaSetId: draft.id });
  const slots = await pool().query("select distinct filled_slots as n from samples where task_id = $1", [study.taskId]);
  expect(slots.rows).toEqual([{ n: 0 }]);
  const [newest, before] = (await listCriteriaSets(instanceAdmin, study)).items;
  expect(newest).toMatchObject({ version: 2, status: "published", inUse: false });
  expect(before).toEqual(old);
});

test("annotators can neither see nor edit criteria sets, and outsiders get not_found", async () => {
  const study = await loadSmallStudy(smallBundle(2));
  const annotator = await makeAccount({ roles: { [study.projectId]: "annotator" } });
  const outsider = await makeAccount();
  await expect(listCriteriaSets(annotator.actor, study).catch(codeOf)).resolves.toBe("forbidden");
  await expect(listCriteriaSets(outsider.actor, study)).rejects.toThrow("There is no such task.");
});

const labels = (...levels: { label: string; description?: string }[]): CriterionContent =>
  criterionContent.parse({ name: "Cause", scale: { kind: "categorical", levels } });

test("a categorical criterion is published with its labels, and its copy keeps them", async () => {
  const taskId = await makeTask();
  const cause = labels({ label: "made up", description: "Nowhere in it." }, { label: "out of date" }, { label: "other" });
  const draft = await createCriteriaSet(instanceAdmin, { taskId, criteria: [cause, named("Clear")] });
  await publishCriteriaSet(instanceAdmin, { criteriaSetId: draft.id });
  const copy = await createCriteriaSet(instanceAdmin, { taskId, copyOf: draft.id });
  const [published] = (await listCriteriaSets(instanceAdmin, { taskId })).items.filter(({ status }) => status === "published");
  expect(published?.criteria.map(({ name, scale }) => [name, scale.kind, scale.levels.length])).toEqual([
    ["Cause", "categorical", 3],
    ["Clear", undefined, 1],
  ]);
  expect(criteriaSet.parse(published).criteria[0]?.scale).toEqual(cause.scale);
  expect(copy.actions[0]?.criterion?.scale).toEqual(cause.scale);
});

test("a revised set of labels is refused while it keeps a text of the old one", async () => {
  const taskId = await makeTask();
  const draft = await createCriteriaSet(instanceAdmin, {
    taskId,
    criteria: [labels({ label: "made up", description: "Nowhere in it." }, { label: "other" })],
  });
  const added = draft.actions[0]?.id ?? "";
  const revise = (criterion: CriterionContent) =>
    saveCriteriaActions(instanceAdmin, { criteriaSetId: draft.id, actions: [act("revise", added, { itemId: added, criterion })] });
  const kept = labels({ label: "invented", description: "Nowhere in it." }, { label: "other" });
  await expect(revise(kept)).rejects.toMatchObject({ code: "invalid_input", message: expect.stringMatching(/"Cause" .*"invented"/u) });
  const saved = await revise(labels({ label: "invented" }, { label: "other" }, { label: "out of date" }));
  expect(saved.criteria[0]?.scale.levels.map(({ label, description }) => [label, description])).toEqual([
    ["invented", ""],
    ["other", ""],
    ["out of date", ""],
  ]);
});
