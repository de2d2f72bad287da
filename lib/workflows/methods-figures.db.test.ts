import { beforeAll, describe, expect, test } from "vitest";
import type { PairsReport } from "@/lib/domain/report";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin } from "@/lib/testing/small-study";
import { commitImport } from "./commit-import";
import { createProject } from "./create-project";
import { readReport } from "./read-report";
import { stageImport } from "./stage-import";

temporaryDatabase();

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** A rater's rows: one letter for each pair. In every pair, A is known to be better. */
const rows = (rater: string, kind: "judge" | "annotator", verdicts: string, variant = "") =>
  [...verdicts].map((verdict, at) => `${at + 1},Preference,${rater},${kind},${verdict},${variant}\n`).join("");

let pairs: PairsReport;

/** A study made elsewhere: pairs with known answers, three people, and one judge as the papers ask it: plainly, in the other order, and twice again. */
beforeAll(async () => {
  const { id: projectId } = await createProject(instanceAdmin, { name: "Made elsewhere", description: "" });
  const bring = async (fileName: string, file: string) => {
    const staged = await stageImport(instanceAdmin, { projectId, fileName, taskName: "Pairs", format: "auto", body: bytesOf(file) });
    expect(staged.problems).toEqual([]);
    await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false });
  };
  const samples = Array.from({ length: 10 }, (_, at) => `${at + 1},q${at},x${at},y${at},A\n`).join("");
  await bring("pairs.csv", `id,input,output_a,output_b,label\n${samples}`);
  await bring(
    "ratings.csv",
    [
      "sample_id,criterion,rater,rater_kind,label,variant\n",
      rows("P1", "annotator", "AAAAAAAABB"),
      rows("P2", "annotator", "AAAAAAABBB"),
      rows("P3", "annotator", "AAAAAABBBA"),
      rows("gpt", "judge", "AAAAAAABBB", "plain"),
      rows("gpt", "judge", "AAAAAABBBA", "swapped"),
      rows("gpt", "judge", "AAAAAAABBA", "interference"),
      rows("gpt", "judge", "BBBBAAABBB", "sycophancy"),
    ].join(""),
  );
  const report = await readReport(instanceAdmin, { projectId });
  pairs = report.tasks[0]?.pairs ?? expect.unreachable();
});

describe("the report of an imported study has the figures of the papers' methods", () => {
  test("accuracy against the known answers (CAMIEval, table 1)", () => {
    expect(pairs.accuracy.gpt?.overall).toMatchObject({ value: 0.7, correct: 7, n: 10 });
    expect(pairs.accuracy.annotators?.overall).toMatchObject({ value: 0.7, n: 10 });
  });

  test("agreement with people (CAMIEval, CritiqueLLM)", () => {
    // The majority is AAAAAAABBB: the judge's verdicts.
    expect(pairs.agreementWithAnnotators.gpt?.share).toMatchObject({ value: 1, n: 10 });
    // Equal verdicts of two people: 9, 7 and 8 of ten.
    expect(pairs.betweenAnnotators.value).toBeCloseTo(0.8, 12);
    // 22 A and 8 B of 30 verdicts: (.8 - 548 / 900) / (352 / 900).
    expect(pairs.kappaBetweenAnnotators).toMatchObject({ n: 10, value: expect.closeTo(172 / 352, 12) });
    // P1 and P2: .9, by chance .8 x .7 + .2 x .3; P1 and P3, P2 and P3 alike.
    expect(pairs.annotatorsTwoByTwo.map(({ a, b, kappa }) => [a, b, kappa.value])).toEqual([
      ["P1", "P2", expect.closeTo((0.9 - 0.62) / 0.38, 12)],
      ["P1", "P3", expect.closeTo((0.7 - 0.62) / 0.38, 12)],
      ["P2", "P3", expect.closeTo((0.8 - 0.58) / 0.42, 12)],
    ]);
  });

  test("the same verdict in both orders (CAMIEval, table 6)", () => {
    expect(pairs.swap.gpt).toMatchObject({
      n: 10,
      consistent: { value: 0.8 },
      accuracy: { swapped: { value: 0.7 }, bothOrders: { value: 0.6 } },
    });
  });

  test("verdicts kept when asked to review (CAMIEval, table 7)", () => {
    expect(pairs.interference.gpt).toMatchObject({
      ...{ n: 10, changed: 1, unchanged: { value: 0.9 } },
      accuracy: { before: { value: 0.7 }, after: { value: 0.8 } },
    });
  });

  test("verdicts kept against a claim, in a figure of its own", () => {
    expect(pairs.sycophancy.gpt).toMatchObject({
      ...{ n: 10, changed: 4, unchanged: { value: 0.6 }, wentAlong: 4, wentElsewhere: 0 },
      accuracy: { before: { value: 0.7 }, after: { value: 0.3 } },
    });
  });
});
