import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { type PlannedStudy, people, plannableStudy, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { member } from "@/lib/testing/small-study";
import { addComment } from "./add-comment";
import { closePlan } from "./close-plan";
import { deleteComment } from "./delete-comment";
import { listComments } from "./list-comments";
import { listMentions } from "./list-mentions";
import { markMentionsSeen } from "./mark-mentions-seen";

temporaryDatabase();

let study: PlannedStudy;
let ann: Actor;
let bob: Actor;
let work: { id: string; sampleId: string };

beforeAll(async () => {
  study = await plannableStudy(4);
  const [first, second] = await people(study.projectId, 2);
  if (!first || !second) expect.fail("two annotators");
  [ann, bob] = [first, second];
  await started(study, { people: 2, overlap: 2, arms: [{ arm: "blind", runId: null, share: 1 }] });
  const rated = await rateOne(study, ann);
  await rateOne(study, bob);
  work = { id: rated?.assignmentId ?? "", sampleId: rated?.sampleId ?? "" };
});

const codeOf = async (actor: Actor) =>
  (await pool().query<{ code: string }>("select code from annotators where user_id = $1", [actor.userId])).rows[0]?.code ?? "";
const texts = async (actor: Actor, on: "assignment" | "sample" | "criterion", id: string) =>
  (await listComments(actor, { on, id })).items.map(({ text }) => text);

describe("a thread on somebody's work", () => {
  test("is read by its annotator and by researchers, and does not exist for other annotators", async () => {
    const criterionId = study.criteria[0] ?? "";
    await addComment(study.researcher, { on: "assignment", id: work.id, criterionId, text: "Which sentence shows this?" });
    await addComment(ann, { on: "assignment", id: work.id, criterionId, text: "The last one." });
    const { items } = await listComments(ann, { on: "assignment", id: work.id });
    expect(items).toMatchObject([
      { by: study.researcher.name, mine: false, text: "Which sentence shows this?", criterionId },
      { by: ann.name, mine: true, deletable: true },
    ]);
    expect(await texts(study.researcher, "assignment", work.id)).toHaveLength(2);
    expect((await refusal(listComments(bob, { on: "assignment", id: work.id }))).code).toBe("not_found");
    expect((await refusal(addComment(bob, { on: "assignment", id: work.id, text: "x" }))).code).toBe("not_found");
  });

  test("takes a criterion only from the set that the work is under", async () => {
    const elsewhere = await plannableStudy(2);
    const criterionId = elsewhere.criteria[0] ?? "";
    expect(await refusal(addComment(ann, { on: "assignment", id: work.id, criterionId, text: "x" }))).toMatchObject({ code: "not_found" });
  });
});

test("researchers and admins read and mention people by code where a study promised codes, and by name where it did not", async () => {
  const on = { on: "assignment" as const, id: work.id };
  const admin = await member(study.projectId, "admin", "Ada Admin");
  const { rows } = await pool().query<{ text: string }>("select text from comments where user_id = $1 limit 1", [ann.userId]);
  const seenBy = async (reader: Actor) => {
    const { items, people: called } = await listComments(reader, on);
    return [
      items.find(({ text }) => text === rows[0]?.text)?.by,
      called.filter((name) => name !== study.researcher.name && name !== admin.name),
    ];
  };
  const [annCode, bobCode] = [await codeOf(ann), await codeOf(bob)];
  for (const reader of [study.researcher, admin])
    expect(await seenBy(reader)).toEqual([annCode, expect.arrayContaining([annCode, bobCode])]);
  expect(JSON.stringify(await listComments(study.researcher, on))).not.toMatch(new RegExp(`${ann.name}|${bob.name}`, "u"));
  const named = (anonymous: boolean) =>
    pool().query("update study_plans set content = jsonb_set(content, '{anonymous}', $2::jsonb) where task_id = $1", [
      study.taskId,
      JSON.stringify(anonymous),
    ]);
  await named(false);
  for (const reader of [study.researcher, admin])
    expect(await seenBy(reader)).toEqual([ann.name, expect.arrayContaining([ann.name, bob.name])]);
  await named(true);
});

test("a comment is deleted by its author until somebody answers, and the log keeps its text", async () => {
  const on = { on: "assignment" as const, id: work.id };
  const first = await addComment(study.researcher, { ...on, text: "A first thought" });
  expect(await refusal(deleteComment(ann, { commentId: first.id }))).toMatchObject({ code: "forbidden" });
  expect((await refusal(deleteComment(bob, { commentId: first.id }))).code).toBe("not_found");
  // The author's own next message is no answer, and neither is one about a criterion.
  const second = await addComment(study.researcher, { ...on, text: "A second thought" });
  await addComment(ann, { ...on, criterionId: study.criteria[1], text: "Elsewhere" });
  await deleteComment(study.researcher, { commentId: first.id });
  await addComment(ann, { ...on, text: "An answer" });
  expect(await refusal(deleteComment(study.researcher, { commentId: second.id }))).toMatchObject({ code: "conflict" });
  const seen = (await listComments(study.researcher, on)).items;
  expect(seen.find(({ id }) => id === second.id)?.deletable).toBe(false);
  expect(seen.some(({ id }) => id === first.id)).toBe(false);
  const { rows } = await pool().query("select user_id, details->>'text' as text from audit_events where verb = 'comment.delete'");
  expect(rows).toEqual([{ user_id: study.researcher.userId, text: "A first thought" }]);
});

test("mentions reach members by name, are unseen until opened, and are not shown to those who may not read the thread", async () => {
  const other = await member(study.projectId, "researcher", "Rita Roe");
  const code = await codeOf(bob);
  const here = await addComment(study.researcher, {
    on: "assignment",
    id: work.id,
    text: `@rita roe, ask @${await codeOf(ann)} and @${code}`,
  });
  await addComment(study.researcher, { on: "sample", id: work.sampleId, text: `@${await codeOf(ann)} gave one` });
  expect(await listMentions(other)).toMatchObject({
    unseen: 1,
    items: [{ text: `@Rita Roe, ask @${await codeOf(ann)} and @${code}`, seen: false }],
  });
  // Ann does not learn Bob's name; the sample's thread opens to her after collecting.
  expect(await listMentions(ann)).toMatchObject({
    unseen: 1,
    items: [{ commentId: here.id, text: `@Rita Roe, ask @${ann.name} and @${code}` }],
  });
  expect(await listMentions(bob)).toEqual({ unseen: 0, items: [] });
  await markMentionsSeen(bob, { commentIds: [here.id] });
  expect(await listMentions(other)).toMatchObject({ unseen: 1 });
  await markMentionsSeen(other, { commentIds: [here.id] });
  expect(await listMentions(other)).toMatchObject({ unseen: 0, items: [{ seen: true }] });
});

test("threads on samples and criteria are closed to annotators while collecting, and then name other annotators by code", async () => {
  const criterion = study.criteria[0] ?? "";
  await addComment(study.researcher, { on: "criterion", id: criterion, text: "Too broad?" });
  for (const target of [
    { on: "sample" as const, id: work.sampleId },
    { on: "criterion" as const, id: criterion },
  ]) {
    expect(await refusal(listComments(ann, target))).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("once collecting is over"),
    });
    expect((await refusal(addComment(ann, { ...target, text: "x" }))).code).toBe("forbidden");
  }
  await closePlan(study.researcher, { taskId: study.taskId });
  await addComment(bob, { on: "criterion", id: criterion, text: "I found it clear." });
  const code = await codeOf(bob);
  expect((await listComments(ann, { on: "criterion", id: criterion })).items).toMatchObject([{ by: study.researcher.name }, { by: code }]);
  await addComment(ann, { on: "criterion", id: criterion, text: `@${code} so did I` });
  expect(await listMentions(bob)).toMatchObject({ unseen: 1, items: [{ by: await codeOf(ann), text: `@${bob.name} so did I` }] });
  expect((await listMentions(ann)).items).toHaveLength(2);
});

test("a comment on a swapped pair reads in the order its annotator saw", async () => {
  await pool().query("update assignments set swapped = true where id = $1", [work.id]);
  await addComment(ann, { on: "assignment", id: work.id, criterionId: study.criteria[1], text: "[A] is longer" });
  expect((await texts(ann, "assignment", work.id)).at(-1)).toBe("[A] is longer");
  expect((await texts(study.researcher, "assignment", work.id)).at(-1)).toBe("[B] is longer");
});
