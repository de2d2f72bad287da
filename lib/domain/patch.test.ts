import { expect, test } from "vitest";
import { updateJudgeBody } from "./judge";
import { updateTaskBody } from "./project";

test("changing one field of a task leaves the others as they are", () => {
  expect(updateTaskBody.parse({ name: "Answers" })).toEqual({ name: "Answers" });
});

test("a changed field of a task is still checked", () => {
  expect(updateTaskBody.safeParse({ annotatorsPerSample: 0 }).success).toBe(false);
  expect(updateTaskBody.parse({ draftRunId: null, archived: true })).toEqual({ draftRunId: null, archived: true });
});

test("changing one field of a judge leaves the others as they are", () => {
  expect(updateJudgeBody.parse({ model: "m" })).toEqual({ model: "m" });
});
