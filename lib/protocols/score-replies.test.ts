import { describe, expect, test } from "vitest";
import { stated, traps } from "@/lib/testing/score-replies";
import { parseReply } from "./parse-reply";

const clarity = { name: "Clarity", scale: { min: 1, max: 5, step: 1, levels: [] } };
const read = (reply: string) => {
  const reading = parseReply(reply, clarity.scale, clarity.name);
  return reading.ok ? reading.value.score : reading.problem;
};

describe.each(Object.entries(traps))("%s is not the judge's score", (_family, replies) => {
  test.each(replies)("%j", (reply) => {
    expect(read(reply)).toBeTypeOf("string");
  });
});

describe("a stated score is read beside other numbers", () => {
  test.each(stated)("%j", (reply, score) => {
    expect(read(reply)).toBe(score);
  });
});
