import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { ExportFormat } from "@/lib/domain/export-format";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, people, plannableStudy, rateAll, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { excludeAnnotator } from "./exclude-annotator";
import { exportProject } from "./export-project";
import { getTask } from "./get-task";
import { liftExclusion } from "./lift-exclusion";
import { listExclusions } from "./list-exclusions";
import { nextAssignment } from "./next-assignment";
import { readReport } from "./read-report";
import { reopenAssignment } from "./reopen-assignment";

temporaryDatabase();

const annotatorOf = async ({ userId }: Actor) =>
  (await pool().query<{ id: string; code: string }>("select id, code from annotators where user_id = $1", [userId])).rows[0] ?? {
    id: "",
    code: "",
  };
const statusesOf = async (annotatorId: string) =>
  (
    await pool().query<{ status: string }>("select status from assignments where annotator_id = $1 order by created_at", [annotatorId])
  ).rows.map(({ status }) => status);

/** A task where Ann has submitted one sample and has another one open, and a function that excludes her. */
async function annAtWork() {
  const study = await plannableStudy(4);
  const [ann, bob] = (await people(study.projectId, 2)) as [Actor, Actor];
  const submitted = await rateOne(study, ann);
  const open = await next(study, ann);
  const { id: annotatorId, code } = await annotatorOf(ann);
  const exclude = (taskId: string | null = study.taskId) =>
    excludeAnnotator(study.researcher, { projectId: study.projectId, annotatorId, taskId, reason: "Answers in two seconds." });
  return { study, ann, bob, annotatorId, code, submitted: submitted?.assignmentId ?? "", open: open ?? "", exclude };
}

describe("an excluded annotator", () => {
  test("gets no more work, their open work is released, and what they submitted stays", async () => {
    const { study, ann, annotatorId, open, submitted, exclude } = await annAtWork();
    expect(await exclude()).toMatchObject({ released: 1 });
    expect(await statusesOf(annotatorId)).toEqual(["submitted", "released"]);
    const refused = await refusal(nextAssignment(ann, study));
    expect(refused).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/^You no longer take part in this task\. Your work is kept/),
    });
    expect(refused.message).not.toContain("two seconds");
    for (const assignmentId of [open, submitted]) expect((await refusal(reopenAssignment(ann, { assignmentId }))).code).toBe("conflict");
    expect((await getTask(ann, study)).mine.available).toBe(0);
  });

  test("continues once the exclusion is lifted, and may be excluded again", async () => {
    const { study, ann, exclude } = await annAtWork();
    const { id } = await exclude();
    expect((await refusal(exclude())).message).toBe("This person is excluded from the task already.");
    await liftExclusion(study.researcher, { exclusionId: id });
    expect((await refusal(liftExclusion(study.researcher, { exclusionId: id }))).message).toBe("This exclusion was lifted already.");
    expect(await next(study, ann)).not.toBeNull();
    await exclude();
    expect((await listExclusions(study.researcher, study)).items).toHaveLength(1);
  });

  test("works in no task when excluded from the whole project", async () => {
    const { study, ann, exclude } = await annAtWork();
    await exclude(null);
    expect((await refusal(nextAssignment(ann, study))).code).toBe("conflict");
  });

  test("leaves their part of a running study to the others", async () => {
    const study = await plannableStudy(6);
    const [ann, bob] = (await people(study.projectId, 2)) as [Actor, Actor];
    await started(study, { people: 2, overlap: 1, named: [ann.userId, bob.userId], anonymous: false });
    await rateOne(study, ann);
    const { id: annotatorId } = await annotatorOf(ann);
    await excludeAnnotator(study.researcher, { projectId: study.projectId, annotatorId, taskId: study.taskId, reason: "Left." });
    expect(await rateAll(study, bob)).toHaveLength(5);
  });

  test("holds nothing open, however the exclusion and their requests for work interleave", async () => {
    for (let round = 0; round < 6; round++) {
      const study = await plannableStudy(8);
      const [ann] = (await people(study.projectId, 1)) as [Actor];
      const first = await next(study, ann);
      const { id: annotatorId } = await annotatorOf(ann);
      await rateOne(study, ann);
      await Promise.allSettled([
        ...Array.from({ length: 4 }, () => next(study, ann)),
        excludeAnnotator(study.researcher, { projectId: study.projectId, annotatorId, taskId: null, reason: "Race." }),
        reopenAssignment(ann, { assignmentId: first ?? "" }),
        ...Array.from({ length: 4 }, () => next(study, ann)),
      ]);
      expect(await statusesOf(annotatorId)).not.toContain("open");
    }
  });
});

test("an exclusion and its lifting are in the audit log, with reason and code", async () => {
  const { study, annotatorId, code, open, exclude } = await annAtWork();
  const { id } = await exclude();
  await liftExclusion(study.researcher, { exclusionId: id });
  const { rows } = await pool().query(
    "select verb, user_id, details from audit_events where target_kind = 'annotator' and target_id = $1 order by at",
    [annotatorId],
  );
  const of = { code, reason: "Answers in two seconds.", taskId: study.taskId, exclusionId: id };
  expect(rows).toEqual([
    { verb: "annotator.exclude", user_id: study.researcher.userId, details: { ...of, released: [open] } },
    { verb: "annotator.include", user_id: study.researcher.userId, details: of },
  ]);
});

describe("a report", () => {
  test("leaves out the excluded unless asked for both, and changes as soon as somebody is excluded or included", async () => {
    const { study, ann, bob, annotatorId, exclude } = await annAtWork();
    await rateAll(study, bob);
    const counts = async (excluded?: "with") => {
      const [report] = (await readReport(study.researcher, { ...study, excluded })).tasks;
      return { annotators: report?.counts.annotators, ratings: report?.counts.ratings, people: report?.excluded.people };
    };
    const before = { annotators: 2, ratings: 10, people: [] };
    expect(await counts()).toEqual(before);
    const { id } = await exclude();
    const left = [{ id: annotatorId, name: ann.name, reason: "Answers in two seconds." }];
    expect(await counts()).toEqual({ annotators: 1, ratings: 8, people: left });
    expect(await counts("with")).toEqual({ annotators: 2, ratings: 10, people: left });
    await liftExclusion(study.researcher, { exclusionId: id });
    expect(await counts()).toEqual(before);
  });

  test("names raters by code where the study promised anonymity, the excluded too", async () => {
    const study = await plannableStudy(4);
    const [ann, bob] = (await people(study.projectId, 2)) as [Actor, Actor];
    await started(study, { people: 2, overlap: 2, named: [ann.userId, bob.userId] });
    for (const person of [ann, bob]) await rateAll(study, person);
    const [first, second] = [await annotatorOf(ann), await annotatorOf(bob)];
    await excludeAnnotator(study.researcher, { projectId: study.projectId, annotatorId: second.id, taskId: null, reason: "Left." });
    const report = await readReport(study.researcher, study);
    expect(report.tasks[0]?.raters.map(({ name }) => name)).toEqual([first.code, "draft judge"]);
    expect(report.tasks[0]?.excluded.people).toEqual([{ id: second.id, name: second.code, reason: "Left." }]);
    for (const { name } of [ann, bob]) expect(JSON.stringify(report)).not.toContain(name);
  });
});

describe("an export", () => {
  test("has the work of excluded people marked, and leaves it out on request", async () => {
    const { study, ann, bob, exclude } = await annAtWork();
    await rateAll(study, bob);
    await exclude();
    const exported = async (format: ExportFormat, excluded?: "without") =>
      text(Readable.from((await exportProject(study.researcher, { ...study, format, excluded })).body));

    const long = (await exported("long-csv"))
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    expect(long[0]?.at(-2)).toBe("excluded");
    const marks = new Map(long.slice(1).map((cells) => [cells[1], cells.at(-2)]));
    expect(marks).toEqual(
      new Map([
        [ann.name, "true"],
        [bob.name, "false"],
        ["draft judge", "false"],
      ]),
    );
    const header = (await exported("csv")).split("\n")[0]?.split(",");
    expect(header).toEqual(expect.arrayContaining([`Clear | ${ann.name} (excluded)`, `Clear | ${bob.name}`]));
    const lines = (await exported("jsonl"))
      .trim()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line));
    const evaluations = lines.filter(({ type }) => type === "evaluation");
    expect(new Map(evaluations.map(({ rater, excluded }) => [rater, excluded]))).toEqual(
      new Map([
        [ann.name, true],
        [bob.name, false],
      ]),
    );
    expect(JSON.stringify(lines.find(({ type }) => type === "sample"))).toContain('"excluded":true');

    for (const format of ["long-csv", "csv", "jsonl"] as const) {
      const without = await exported(format, "without");
      expect(without).toContain(bob.name);
      expect(without).not.toContain(ann.name);
    }
  });
});
