import { describe, expect, test } from "vitest";
import { readVerdict } from "../pairwise/read-verdict";
import { parseReply } from "../parse-reply";
import type { Reading } from "../protocol";
import scores from "./scores.json";
import verdicts from "./verdicts.json";

/** The reasons for an unreadable reply, by their names in the JSON lists beside this file. */
const reasons: Record<string, RegExp> = {
  "two scores": /gives (?:two|several) scores/,
  "two verdicts": /gives (?:two|three) verdicts|takes its verdict back/,
  "left open": /leaves the (?:score|verdict) open/,
  "another scale": /scores out of|another scale|per cent/,
  "off the scale": /not on the scale/,
  "cannot be told": /unclear which score/,
  thinking: /thinking/,
  "cut off": /cut off/,
  "no score": /no score|not a number/,
  "no verdict": /no verdict|neither \[A\] nor \[B\]/,
};

const outcome = <T>(reading: Reading<T>, value: (of: T) => unknown) => (reading.ok ? value(reading.value) : reading.problem);
const scoreIn = (reply: string, scale: { min: number; max: number; step: number | null }) =>
  outcome(parseReply(reply, { ...scale, levels: [] }), ({ score }) => score);
const verdictIn = (reply: string) => outcome(readVerdict(reply, { allowTie: true, outputName: "answer" }), ({ score }) => score);

describe("the shapes that models write a score in", () => {
  test.each(scores.read)("say $score on the scale $scale.min to $scale.max", ({ scale, score, replies }) => {
    expect(replies.map((reply) => [reply, scoreIn(reply, scale)])).toEqual(replies.map((reply) => [reply, score]));
  });

  test.each(scores.unreadable)(
    "are unreadable on the scale $scale.min to $scale.max, and say why: $because",
    ({ scale, because, replies }) => {
      const reason = reasons[because] ?? expect.unreachable(because);
      expect(replies.map((reply) => [reply, scoreIn(reply, scale)]).filter(([, said]) => !reason.test(String(said)))).toEqual([]);
    },
  );
});

describe("the shapes that models write a verdict in", () => {
  test.each(verdicts.read)("say $score", ({ score, replies }) => {
    expect(replies.map((reply) => [reply, verdictIn(reply)])).toEqual(replies.map((reply) => [reply, score]));
  });

  test.each(verdicts.unreadable)("are unreadable, and say why: $because", ({ because, replies }) => {
    const reason = reasons[because] ?? expect.unreachable(because);
    expect(replies.map((reply) => [reply, verdictIn(reply)]).filter(([, said]) => !reason.test(String(said)))).toEqual([]);
  });
});
