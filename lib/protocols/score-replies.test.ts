import { describe, expect, test } from "vitest";
import { moreStated, moreTraps } from "@/lib/testing/more-score-replies";
import { stated, traps } from "@/lib/testing/score-replies";
import { heldBackStated, heldBackTraps } from "@/lib/testing/score-replies-held-back";
import { parseReply } from "./parse-reply";

const clarity = { name: "Clarity", scale: { min: 1, max: 5, step: 1, levels: [] } };
const read = (reply: string) => {
  const reading = parseReply(reply, clarity.scale, clarity.name);
  return reading.ok ? reading.value.score : reading.problem;
};

const families = Object.keys(traps).map((family) => [family, [...(traps[family] ?? []), ...(moreTraps[family] ?? [])]] as const);

describe.each(families)("%s is not the judge's score", (family, replies) => {
  test("in at least 20 wordings, languages and places", () => {
    expect(new Set(replies).size, family).toBeGreaterThanOrEqual(20);
  });

  test.each(replies)("%j", (reply) => {
    expect(read(reply)).toBeTypeOf("string");
  });
});

describe("a stated score is read beside other numbers", () => {
  test.each([...stated, ...moreStated])("%j", (reply, score) => {
    expect(read(reply)).toBe(score);
  });
});

describe("what was held back from tuning is read as it should be by now", () => {
  test.each(Object.entries(heldBackTraps))("%s", (_family, replies) => {
    expect(replies.length).toBeGreaterThanOrEqual(10);
    expect(replies.filter((reply) => typeof read(reply) === "number")).toEqual([]);
  });

  test.each(heldBackStated)("%j", (reply, score) => {
    expect(read(reply)).toBe(score);
  });
});
