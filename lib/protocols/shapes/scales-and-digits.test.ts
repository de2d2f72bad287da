import { describe, expect, test } from "vitest";
import { scalePoints } from "@/lib/domain/scale-points";
import { parseReply } from "../parse-reply";

/** Digit systems by their zero; the other nine digits follow it. */
const digitSystems: [string, number][] = [
  ["Latin", 0x30],
  ["Arabic-Indic", 0x660],
  ["Persian and Urdu", 0x6f0],
  ["N'Ko", 0x7c0],
  ["Devanagari", 0x966],
  ["Bengali", 0x9e6],
  ["Gurmukhi", 0xa66],
  ["Gujarati", 0xae6],
  ["Tamil", 0xbe6],
  ["Telugu", 0xc66],
  ["Kannada", 0xce6],
  ["Malayalam", 0xd66],
  ["Thai", 0xe50],
  ["Lao", 0xed0],
  ["Tibetan", 0xf20],
  ["Burmese", 0x1040],
  ["Khmer", 0x17e0],
  ["Mongolian", 0x1810],
  ["Adlam", 0x1e950],
  ["bold mathematical", 0x1d7ce],
  ["full-width", 0xff10],
];
const inDigits = (zero: number, number: number, point = ".") =>
  String(number)
    .replaceAll(/\d/gu, (digit) => String.fromCodePoint(zero + Number(digit)))
    .replace(".", point);

const scales = [
  { min: 0, max: 3, step: 1 },
  { min: 1, max: 3, step: 1 },
  { min: 1, max: 5, step: 1 },
  { min: 1, max: 10, step: 1 },
  { min: 0, max: 100, step: 1 },
  { min: 0, max: 3, step: 0.5 },
  { min: 1, max: 5, step: 0.5 },
  { min: 0, max: 10, step: 0.25 },
  { min: -2, max: 2, step: 1 },
  { min: 0, max: 100, step: null },
].map((scale) => ({ ...scale, levels: [] }));
type Scale = (typeof scales)[number];

const pointsOf = (scale: Scale) => scalePoints(scale) ?? [0, 0.5, 7.25, 33, 99.5, 100];
/** An end of the scale and another point; they vary by shape so that all points are covered. */
function twoPoints(scale: Scale, turn: number): [number, number] {
  const points = pointsOf(scale);
  const last = points.length - 1;
  const end = turn % 2 === 0 ? 0 : last;
  const other = (turn * 7 + 1) % points.length;
  return [points[end] ?? scale.min, points[other === end ? last - end : other] ?? scale.max];
}

/** Shapes in which a reply says `n` on a scale from `lo` to `hi`. */
const shapes: ((n: string, hi: string, lo: string) => string)[] = [
  (n) => `Score: ${n}`,
  (n) => `2. **Score:** ${n}.`,
  (n) => `Conclusion: It has three parts.\nScore：${n}。\nEvidence:\n- "some words" shows it`,
  (n, hi) => `Score: ${n}/${hi}`,
  (n, hi) => `Score: **${n}**/${hi}`,
  (n, hi) => `Score: ${n} out of ${hi}, because one part is missing.`,
  (n, hi) => `Score: ${n} (out of ${hi})`,
  (n, hi, lo) => `Score (${lo}-${hi}): ${n}`,
  (n, hi, lo) => `On a scale of ${lo} to ${hi}, I give this a score of ${n}.`,
  (n) => `The score is ${n}.`,
  (n) => `I'd give this a ${n}.`,
  (n) => `## Final score\n\n${n}`,
  (n) => n,
  (n) => `$\\boxed{${n}}$`,
  (n) => `<score>${n}</score>`,
  (n, hi) => `<answer>Score: ${n} / ${hi}</answer>`,
  (n) => `| Criterion | Score |\n|---|---|\n| Overall | ${n} |`,
  (n) => `{"conclusion": "c", "score": "${n}"}`,
  (n, hi) => `{"score": "${n}/${hi}"}\nScore: ${n}`,
  (n, hi) => `评分：${n}分（满分${hi}分）`,
  (n, hi) => `スコア: ${hi}点満点中${n}点`,
  (n) => `점수는 ${n}점`,
  (n, hi) => `الدرجة: \u200F${n} من ${hi}`,
  (n, hi) => `स्कोर: ${n}/${hi}`,
  (n, hi) => `Оценка: ${n} из ${hi}`,
  (n, hi) => `Punktzahl: ${n} von ${hi}`,
];

/** Shapes with an ambiguous score: `n` and `other` differ, and `top` is not the scale's maximum. */
const unclear: ((n: string, other: string, top: string) => string)[] = [
  (n, other) => `Score: ${n} or ${other}`,
  (n, other) => `Score: ${n} – ${other}`,
  (n, other) => `Score: between ${n} and ${other}`,
  (n, other) => `Score: ${n} → ${other}`,
  (n, other) => `Score: ${n}\nScore: ${other}`,
  (n, other) => `Score: ${n}\nActually, make it ${other}.`,
  (n, other) => `{"score": "${n}"}\n{"score": "${other}"}`,
  (n, other) => `[{"score": "${n}"}, {"score": "${other}"}]`,
  (n, other) => `{"rating": "${n}", "score": "${other}"}`,
  (n, other) => `{"score": "${n}"}\nFinal score: ${other}`,
  (n, other) => `| Part | Score |\n|---|---|\n| One | ${n} |\n| Two | ${other} |`,
  (n, _, top) => `Score: ${n}/${top}`,
  (n, _, top) => `Score: ${n} (out of ${top})`,
  (n, _, top) => `Score: ${n} out of ${top}`,
  (n) => `Score: ${n}²`,
  (n) => `Score: ${n}⅓`,
  (n) => `Score: ${n}+`,
  (n) => `Score: about ${n}`,
  (n) => `<think>Score: ${n}</think>`,
  (n) => `<think>Score: ${n}`,
];

describe.each(scales)("on the scale $min to $max in steps of $step", (scale) => {
  test.each(digitSystems)("every shape is read in %s digits", (_, zero) => {
    const wrong = shapes.flatMap((shape, turn) =>
      twoPoints(scale, turn).flatMap((point) => {
        const reply = shape(inDigits(zero, point), inDigits(zero, scale.max), inDigits(zero, scale.min));
        const read = parseReply(reply, scale);
        return read.ok && read.value.score === point ? [] : [[reply, point, read.ok ? read.value.score : read.problem]];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test.each(digitSystems)("what leaves the score open is unreadable in %s digits", (_, zero) => {
    const guessed = unclear.flatMap((shape, turn) => {
      const [point, other] = twoPoints(scale, turn);
      const reply = shape(inDigits(zero, point), inDigits(zero, other), inDigits(zero, scale.max + 7));
      const read = parseReply(reply, scale);
      return read.ok || read.problem === "" ? [[reply, read]] : [];
    });
    expect(guessed).toEqual([]);
  });

  test.each(digitSystems)("a number off the scale is unreadable in %s digits", (_, zero) => {
    const off = [scale.max + 1, scale.min - 1, scale.max * 10 + 1, scale.step === null ? scale.max + 0.5 : scale.min + scale.step / 3];
    for (const [turn, number] of off.entries()) {
      for (const shape of shapes.slice(turn % 2, 10)) {
        const read = parseReply(
          shape(inDigits(zero, Number(number.toFixed(3))), inDigits(zero, scale.max), inDigits(zero, scale.min)),
          scale,
        );
        expect(read.ok ? read.value.score : read.problem).toMatch(/\S \S/u);
      }
    }
  });
});

describe("halves", () => {
  const half = { min: 0, max: 10, step: 0.5, levels: [] };

  test.each(digitSystems)("are read with a comma, a point or the sign for one half, in %s digits", (_, zero) => {
    const seven = inDigits(zero, 7);
    const five = inDigits(zero, 5);
    for (const number of [`${seven},${five}`, `${seven}.${five}`, `${seven}٫${five}`, `${seven}½`, `${seven} ½`]) {
      const read = parseReply(`Score: ${number}`, half);
      expect([number, read.ok ? read.value.score : read.problem]).toEqual([number, 7.5]);
    }
  });

  test.each(digitSystems)("are unreadable where the scale has none, and so are thousands, in %s digits", (_, zero) => {
    const [one, zeros] = [inDigits(zero, 1), inDigits(zero, 0).repeat(3)];
    for (const scale of [scales[2], scales[4], scales[9]]) {
      for (const number of [`${one},${zeros}`, `${one} ${zeros}`, `${one}'${zeros}`, `${one}٬${zeros}`])
        expect(parseReply(`Score: ${number}`, scale ?? half)).toMatchObject({ ok: false, problem: expect.stringMatching(/\S/u) });
    }
    expect(parseReply(`Score: ${one}½`, { ...half, min: 1, max: 5, step: 1 }).ok).toBe(false);
  });
});
