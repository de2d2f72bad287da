import { describe, expect, test } from "vitest";
import { claimAssignment } from "@/lib/db/queue";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { temporaryDatabase } from "@/lib/testing/database";
import { annotatorOf, answerSample, examStudy, gateOf, given, takeExam } from "@/lib/testing/exam-study";
import { member } from "@/lib/testing/small-study";
import { getExam } from "./get-exam";
import { startExamTry } from "./start-exam-try";

temporaryDatabase();

describe("a new version of an exam", () => {
  test("lets those who had passed work on, unless it asks them to pass again; later versions keep to that", async () => {
    const study = await examStudy();
    await takeExam(study, study.ann, true);
    await study.open();
    expect(await gateOf(study, study.ann)).toBeNull();
    const other = await member(study.projectId, "annotator", "Bob");
    await takeExam(study, other, true);
    await study.open({ passAgain: true });
    expect(await gateOf(study, other)).toMatchObject({ kind: "exam", triesLeft: 2 });
    expect((await getExam(study.researcher, study)).people.map(({ name, passedAt }) => [name, passedAt])).toEqual([
      ["Ann", null],
      ["Bob", null],
    ]);
    const task = await getTaskForWork(study.taskId);
    const claim = {
      taskId: study.taskId,
      annotatorId: await annotatorOf(study, other),
      criteriaSetId: task.criteriaSetId ?? "",
      runId: null,
    };
    const asked = { ...claim, annotatorsPerSample: 2, arm: "blind" as const, status: "open" as const, leaseMinutes: 5 };
    expect(await claimAssignment(asked)).toBeNull();
    await study.open();
    expect(await claimAssignment(asked)).toBeNull();
    await takeExam(study, other, true);
    expect(await claimAssignment(asked)).not.toBeNull();
  });

  test("that asks again is not passed by a try that was under way at an earlier one", async () => {
    const study = await examStudy();
    await startExamTry(study.ann, study);
    await study.open({ passAgain: true });
    for (const scores of [
      [3, 2],
      [1, 3],
    ] as const)
      await answerSample(study, study.ann, await given(study, study.ann), [...scores]);
    expect(await gateOf(study, study.ann)).toMatchObject({ kind: "exam", triesLeft: 2, last: { passed: true } });
  });
});
