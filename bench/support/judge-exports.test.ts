import { expect, test } from "vitest";
import type { Acknowledged } from "./acknowledged";
import { checkWork, judgeExport } from "./judge-exports";

const score = (n: number) => ({ person: 0, sampleId: `s${n}`, criterionId: "c", score: n, actionIds: [`a${n}`, `b${n}`] });
const lineOf = (n: number) => JSON.stringify({ sampleId: `s${n}`, score: n, actions: [{ id: `a${n}` }, { id: `b${n}` }] });
const sample = JSON.stringify({ sampleId: "s1", text: "a line of a sample has no actions" });
const fileOf = (...lines: string[]) => `${lines.join("\n")}\n`;

test("an export that has more than was acknowledged before it began is whole", () => {
  const file = fileOf(sample, lineOf(1), lineOf(2), lineOf(3));
  expect(judgeExport(file, [score(1), score(2)])).toEqual({ known: 2, missing: 0, repeated: 0 });
});

test("an export that ends early, lacks an action, has another score or a line twice is distinguished from a whole one", () => {
  const known = [score(1), score(2), score(3)];
  expect(judgeExport(fileOf(sample, lineOf(1)), known)).toEqual({ known: 3, missing: 2, repeated: 0 });
  expect(judgeExport(fileOf(lineOf(1).replace(',{"id":"b1"}', ""), lineOf(2), lineOf(3)), known).missing).toBe(1);
  expect(judgeExport(fileOf(lineOf(1), lineOf(2).replace('"score":2', '"score":5'), lineOf(3)), known).missing).toBe(1);
  expect(judgeExport(fileOf(lineOf(1), lineOf(2), lineOf(2), lineOf(3)), known)).toEqual({ known: 3, missing: 0, repeated: 2 });
  expect(() => judgeExport(lineOf(1).slice(0, -5), known)).toThrow(SyntaxError);
});

const whole = { known: 7, missing: 0, repeated: 0 };
const confirmed = (changes: Partial<Acknowledged>): Acknowledged => ({
  scores: [score(1)],
  submitted: ["w"],
  comments: [],
  imports: [{ importId: "i", task: "t", externalIds: [] }],
  exports: [whole],
  prepared: [],
  runs: ["r"],
  rounds: [{ roundId: "r", actionIds: [] }],
  ...changes,
});
const short = (changes: Partial<Acknowledged>) =>
  checkWork(confirmed(changes))
    .filter(({ ok }) => !ok)
    .map(({ found }) => found);

test("a torture falls short when an export did, and when nothing was acknowledged of a kind of work", () => {
  expect(short({})).toEqual([]);
  expect(short({ exports: [whole, { ...whole, missing: 2 }, { ...whole, missing: 3 }] })).toEqual(["5 instead of 0"]);
  expect(short({ exports: [whole, { ...whole, repeated: 4 }] })).toEqual(["4 instead of 0"]);
  for (const kind of ["scores", "submitted", "imports", "exports", "runs", "rounds"] as const)
    expect(short({ [kind]: [] })).toEqual([`["${kind}"] instead of []`]);
  // An export of nothing shows nothing.
  expect(short({ exports: [{ ...whole, known: 0 }] })).toEqual(['["exports"] instead of []']);
});
