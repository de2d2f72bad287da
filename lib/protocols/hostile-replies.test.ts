import { describe, expect, test } from "vitest";
import { correctedScores, correctedVerdicts, freshScores, freshVerdicts } from "@/lib/testing/fresh-replies";
import { hostileRubrics, hostileScores, hostileVerdicts, knownMisread } from "@/lib/testing/hostile-replies";
import { readVerdict } from "./pairwise/read-verdict";
import { parseReply } from "./parse-reply";
import { type Metric, readRubric } from "./rubric/read-rubric";

const score = (reply: string) => {
  const reading = parseReply(reply, { min: 1, max: 5, step: 1, levels: [] }, "Clarity");
  return reading.ok ? reading.value.score : null;
};
const verdict = (reply: string) => {
  const reading = readVerdict(reply, { allowTie: true, outputName: "answer" });
  return reading.ok ? reading.value.score : null;
};
const metric = (key: string, name: string): Metric => ({
  ...{ key, id: key, name, definition: "", overall: false },
  scale: { min: 0, max: 2, step: 1, levels: [] },
});
const rubric = (reply: string) => {
  const reading = readRubric(reply, [metric("m1", "Class"), metric("m2", "Detail")]);
  return reading.ok ? reading.value.map(({ content }) => content.score).join(",") : null;
};

describe("a hostile reply is read as a person would, or not at all", () => {
  test.each([...hostileScores, ...freshScores, ...correctedScores])("score: %j", (reply, wanted) => {
    expect(score(reply)).toBe(wanted);
  });

  test.each([...hostileVerdicts, ...freshVerdicts, ...correctedVerdicts])("verdict: %j", (reply, wanted) => {
    expect(verdict(reply)).toBe(wanted);
  });

  test.each(hostileRubrics)("rubric: %j", (reply, wanted) => {
    expect(rubric(reply)).toBe(wanted);
  });
});

test("what is known to be misread still is, so that the figures of docs/judges.md hold", () => {
  expect(knownMisread.refused.map(([reply]) => score(reply))).toEqual(knownMisread.refused.map(() => null));
});
