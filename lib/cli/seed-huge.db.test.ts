import { expect, test } from "vitest";
import { contentHash, inputKey } from "@/lib/datasets/hash-sample";
import { db } from "@/lib/db/client";
import { withItemIds } from "@/lib/domain/draft";
import { applyActions } from "@/lib/review/apply-actions";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { readReport } from "@/lib/workflows/read-report";
import { hugeSentences } from "@/prisma/seed/huge";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";

temporaryDatabase();

const size = { samples: 200, criteria: 2, annotators: 6, ratersPerSample: 4 };
const sentences = hugeSentences();
const make = (name: string) => insertGeneratedStudy(name, size, sentences);

const unitsOf = (projectId: string) =>
  db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .leftJoin("drafts as d", "d.id", "e.shownDraftId")
    .where("n.projectId", "=", projectId)
    .select(["e.id", "a.arm", "s.position", "n.name", "c.name as criterion", "c.scale", "e.score", "e.complete", "e.tally"])
    .select(["d.score as draftScore", "d.items"])
    .orderBy("s.position")
    .orderBy("n.name")
    .orderBy("c.name")
    .execute();

test("in a generated study, every score and count is what its actions come to, in both arms", async () => {
  const { projectId } = await make("Generated");
  const units = await unitsOf(projectId);
  expect(units).toHaveLength(198 * 4 * 2);
  const actions = new Map(units.map(({ id }) => [id, [] as object[]]));
  for (const one of await db().selectFrom("actions").selectAll().orderBy("seq").execute())
    actions.get(one.evaluationId ?? "")?.push({ ...one, at: one.at.toISOString() });
  for (const { id, arm, items, draftScore, scale, score, complete, tally } of units) {
    expect(items === null).toBe(arm === "blind");
    const result = applyActions({ items: withItemIds(items ?? []), draftScore, scale, actions: actions.get(id) as never });
    expect({ score, complete, tally }).toEqual({ score: result.score, complete: true, tally: result.tally });
  }
  expect(new Set(units.map(({ score }) => score)).size).toBe(5);
  const again = await unitsOf((await make("Generated again")).projectId);
  expect(again.map(({ score }) => score)).toEqual(units.map(({ score }) => score));
});

test("a generated study has an import's hashes, work left to give out, and a report with both arms", async () => {
  const { projectId, taskId } = await make("Generated thrice");
  for (const sample of await db().selectFrom("samples").selectAll().where("taskId", "=", taskId).execute())
    expect([sample.contentHash, sample.inputKey]).toEqual([contentHash(sample as never), inputKey(sample)]);
  const annotator = await member(projectId, "annotator");
  const { assignmentId } = await nextAssignment(annotator, { taskId });
  const opened = await openAssignment(annotator, { assignmentId: assignmentId ?? "" });
  expect(opened.progress).toEqual({ submitted: 0, skipped: 0, total: 2 });
  const [task] = (await readReport(instanceAdmin, { projectId })).tasks;
  expect(task?.counts).toMatchObject({ samples: 200, annotators: 6, units: 400, ratings: 1584 });
  expect(task?.chapters.verdict["Criterion 1"]?.basis).toBe("without-draft");
});

test("no study is generated with more raters per sample than annotators", async () => {
  const wrong = insertGeneratedStudy("Impossible", { ...size, ratersPerSample: 7 }, sentences);
  await expect(wrong).rejects.toMatchObject({ code: "invalid_input" });
});
