import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { productCodebooks } from "@/lib/domain/reason-book";
import type { CodebookEntry, ReasonCodebooks } from "@/lib/domain/reason-codes";
import { temporaryInstance } from "@/lib/testing/accounts";
import { makeProposal } from "@/lib/testing/proposed-criteria";
import { action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { listReasonCodes } from "./list-reason-codes";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { openCriteriaRound } from "./open-criteria-round";
import { saveActions } from "./save-actions";
import { saveReasonCodes } from "./save-reason-codes";

temporaryInstance();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const own: CodebookEntry = { code: "off-topic", label: "beside the point", retired: false };

async function scene() {
  const study = await loadSmallStudy(smallBundle(2));
  const annotator = await member(study.projectId, "annotator");
  const researcher = await member(study.projectId, "researcher");
  const { assignmentId } = await nextAssignment(annotator, study);
  const remove = (reasonCode: string, itemId: string, parentId: string | null) => {
    const made = action({ kind: "remove", itemId, parentId, reasonCode });
    const saved = saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: [made] });
    return saved.then(() => made.id);
  };
  const save = (change: (books: ReasonCodebooks) => ReasonCodebooks) =>
    saveReasonCodes(researcher, { projectId: study.projectId, ...change(productCodebooks) });
  return { ...study, annotator, researcher, assignmentId: assignmentId ?? "", remove, save };
}

test("a project's own reasons are what its annotators are offered and may give", async () => {
  const { annotator, assignmentId, remove, save } = await scene();
  expect((await openAssignment(annotator, { assignmentId })).task.reasons).toEqual(productCodebooks.items);
  await expect(remove("off-topic", "0", null)).rejects.toThrow('This project has no reason "off-topic".');
  await save((books) => ({ ...books, items: [...books.items, own] }));
  expect((await openAssignment(annotator, { assignmentId })).task.reasons.at(-1)).toEqual(own);
  await remove("off-topic", "0", null);
});

test("a reason in use can be retired but not deleted, and work begun with a retired one is not lost", async () => {
  const { projectId, annotator, researcher, remove, save } = await scene();
  const first = await remove("made-up", "0", null);
  const without = (code: string) => (books: ReasonCodebooks) => ({ ...books, items: books.items.filter((entry) => entry.code !== code) });
  await expect(save(without("made-up"))).rejects.toThrow("retire it instead");
  await save((books) => ({
    ...books,
    items: books.items.map((entry) => (entry.code === "made-up" ? { ...entry, retired: true } : entry)),
  }));
  await remove("made-up", "2", first);
  await save(without("unclear"));
  const listed = await listReasonCodes(researcher, { projectId });
  expect(listed.items.map(({ code }) => code)).not.toContain("unclear");
  expect(listed.used).toEqual({ items: ["made-up"], criteria: [] });
  expect((await listReasonCodes(annotator, { projectId })).used).toBeNull();
  await expect(saveReasonCodes(annotator, { projectId, ...productCodebooks }).catch(codeOf)).resolves.toBe("forbidden");
  const audit = await pool().query("select verb from audit_events where project_id = $1 and verb = 'reasons.save'", [projectId]);
  expect(audit.rowCount).toBe(2);
});

test("while a round is open no reason for criteria can be deleted, so that a refusal tells nothing about the experts' work", async () => {
  const { projectId, taskId, researcher, save } = await scene();
  const expert = await member(projectId, "expert");
  const proposalDraftId = await makeProposal(taskId);
  const without = (books: ReasonCodebooks) => ({ ...books, criteria: books.criteria.filter(({ code }) => code !== "duplicate") });
  await openCriteriaRound(researcher, { taskId, proposalDraftId, experts: [expert.userId], anonymous: false });
  await expect(save(without)).rejects.toThrow("duplicate");
  await pool().query("update criteria_rounds set status = 'closed', closed_at = now()");
  await expect(save(without)).resolves.toMatchObject({ used: { criteria: [] } });
});
