import { expect, it } from "vitest";
import type { TaskBundle } from "@/lib/domain/bundle";
import { statedScore } from "./coeval/draft-lines";
import { matchLines } from "./coeval/read-evaluation";
import { type CoevalOptions, readCoeval, type SourceFile } from "./read-coeval";

const fileOf = (path: string, content: unknown): SourceFile => {
  const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return { path, size: bytes.length, bytes: async () => bytes };
};

// A small release of the same shape: other names and criteria, three annotators, scores 0 to 3.

const criteria = ["Tone", "2. Facts"];
type Row = [string, string, string, string, string];

function release() {
  const draft = (score: number) => `Evaluation:\n1. Fine enough.\n2. Score: ${score} out of 3.\n\n3. Evidence:\n- "one"\n- "two"`;
  const combine = {
    memo: {
      task_info: Array(4).fill("Write a memo."),
      source_name: Array(4).fill("brief"),
      target_name: Array(4).fill("memo"),
      source: ["alpha", "alpha", "beta", "beta"],
      target: ["m1 ", "m2", "m3", "m4"],
      model_name: ["x", "y", "y", "x"],
      criteria,
      criteria_kv: { Tone: [draft(3), draft(2), draft(0), draft(1)], "2. Facts": [draft(1), draft(1), "no number", ""] },
    },
    unrated: {
      task_info: ["t"],
      source_name: ["in"],
      target_name: ["out"],
      source: ["s"],
      target: ["t"],
      model_name: ["x"],
      criteria: ["Only"],
      criteria_kv: { Only: ["1. Good\n2. Score: 2"] },
    },
  };
  const rows: Row[] = [
    ["Evaluation:", "1", "", "", ""],
    ["1. Fine enough.", "1", "", "", ""],
    ["2. Score: 3 out of 3.", "", "", "too kind", "Score: 2"],
    ["3. Evidence:", "1", "", "", ""],
    ['- "one"', "", "made up", "", ""],
    ['- "two"', "1,short", "", "", ""],
    ["", "", "", "overlooked", '- "three"'],
  ];
  const rating = (final_score: number, eval_result: Row[] = rows) => ({
    final_score,
    start_time: "2024-01-01 10:00:00",
    end_time: "2024-01-01 10:00:30",
    eval_result,
  });
  const samples = () =>
    Object.fromEntries(
      ["m1 ", "m2", "m3", "m4"].map((memo, index) => [
        String(index + 1),
        {
          brief: index < 2 ? "alpha" : "beta",
          memo,
          criteria: { "2. Facts": rating(1), Tone: rating(2) } as Record<string, ReturnType<typeof rating>>,
          model: ["x", "y", "y", "x"][index],
        },
      ]),
    );
  return { combine, annotators: { B1: samples(), B2: samples(), B3: samples() }, rating, rows };
}

type Release = ReturnType<typeof release>;

const filesOf = ({ combine, annotators }: Release, tree = false): SourceFile[] => [
  fileOf(tree ? "data/combine_data.json" : "combine_data.json", combine),
  ...Object.entries(annotators).map(([name, samples]) =>
    fileOf(`${tree ? "webapp/evaluation_data/" : ""}Memos/${name}.json`, { [name]: samples }),
  ),
  fileOf(tree ? "data/Memos/memo_action.json" : "Memos/memo_action.json", { alpha: { x: {} } }),
];

const zeroToThree: CoevalOptions = { scale: { min: 0, max: 3, step: 1 } };

async function readOne(given: Release): Promise<{ memos: TaskBundle; codes: Record<string, number> }> {
  const { bundles, problems } = await readCoeval(filesOf(given), zeroToThree);
  expect(problems).toEqual([]);
  const memos = bundles.find(({ task }) => task.name === "Memos");
  if (!memos) throw new Error("the task Memos is missing");
  return { memos, codes: Object.fromEntries(memos.warnings.map(({ code, count }) => [code, count])) };
}

it("reads a renamed folder with three annotators, other criteria and a 0-3 scale, from either tree", async () => {
  const { memos, codes } = await readOne(release());
  expect(memos.task).toMatchObject({ description: "Write a memo.", inputName: "brief", outputName: "memo" });
  expect(memos.criteria.map(({ name, scale }) => [name, scale.min, scale.max])).toEqual([
    ["Tone", 0, 3],
    ["2. Facts", 0, 3],
  ]);
  expect(memos.samples.map(({ externalId, output, system }) => [externalId, output, system])).toEqual([
    ["1", "m1 ", "x"],
    ["2", "m2", "y"],
    ["3", "m3", "y"],
    ["4", "m4", "x"],
  ]);
  expect(memos.annotators.map(({ name, assignments }) => [name, assignments.length])).toEqual([
    ["B1", 4],
    ["B2", 4],
    ["B3", 4],
  ]);
  expect(memos.judges[0]?.drafts.map(({ score }) => score)).toEqual([3, 1, 2, 1, 0, null, 1, null]);
  expect(codes).toMatchObject({
    "draft-empty": 1,
    "draft-score-unreadable": 1,
    "approve-cell-holds-text": 24,
    "output-edged-with-blanks": 1,
  });
  const tree = await readCoeval(filesOf(release(), true), zeroToThree);
  expect(tree.bundles.map(({ task, annotators }) => [task.name, annotators.length])).toEqual([
    ["Memos", 3],
    ["unrated", 0],
  ]);
  expect(tree.warnings).toMatchObject([{ code: "files-left-out", count: 1 }]);
});

it("keeps rows as written, with the item they show, and the score last", async () => {
  const { memos } = await readOne(release());
  const evaluation = memos.annotators[0]?.assignments[0]?.evaluations[0];
  expect(evaluation).toMatchObject({ criterion: "Tone", startedAt: "2024-01-01T10:00:00.000Z", durationMs: 30_000 });
  expect(
    evaluation?.actions.map(({ kind, itemId, itemKind, text, reason, score }) => [kind, itemId, itemKind, text, reason, score]),
  ).toEqual([
    ["accept", "0", "heading", null, null, null],
    ["accept", "1", "conclusion", null, null, null],
    ["revise", "2", "score", "Score: 2", "too kind", null],
    ["accept", "3", "heading", null, null, null],
    ["remove", "4", "evidence", null, "made up", null],
    ["accept", "5", "evidence", null, "1,short", null],
    ["add", null, "evidence", '- "three"', "overlooked", null],
    ["set-score", null, null, null, null, 2],
  ]);
  expect(evaluation?.actions[4]?.origin).toEqual({ row: 5, textSeen: '- "one"', cells: ['- "one"', "", "made up", "", ""] });
});

it("assumes 1 to 5 without a given scale and names the option when a score is off it", async () => {
  const given = release();
  given.annotators.B2["3"] = { brief: "beta", memo: "m3", criteria: { Tone: given.rating(0) }, model: "y" };
  const { bundles, problems } = await readCoeval(filesOf(given));
  expect(bundles).toEqual([]);
  expect(problems).toMatchObject([{ file: "Memos/B2.json", field: "sample 3, criterion Tone" }]);
  expect(problems[0]?.message).toBe(
    `final_score 0 is off the scale 1 to 5. The files do not state a scale; set the import's option "scale". Drafts that mention a scale mostly say "out of 3".`,
  );
});

it("counts missing ratings, missing and zero times, and contradictions, and repairs none of them", async () => {
  const given = release();
  const one = given.annotators.B1["1"];
  if (!one) throw new Error("no sample 1");
  delete one.criteria["2. Facts"];
  one.criteria.Tone = { ...given.rating(3), start_time: 0 as unknown as string };
  const two = given.annotators.B1["2"];
  if (two) two.brief = "ALPHA";
  const { memos, codes } = await readOne(given);
  expect(codes).toMatchObject({ "rating-missing": 1, "start-time-zero": 1, "score-line-revised-score-same": 9, "input-differs": 1 });
  expect(memos.annotators[0]?.assignments[0]?.evaluations).toMatchObject([{ startedAt: null, durationMs: null }]);
  expect(memos.samples[1]).toMatchObject({ input: "alpha", metadata: { "input as annotators saw it": "ALPHA" } });
});

it.each([
  ["no combine_data.json", (files: SourceFile[]) => files.slice(1), "There is no combine_data.json"],
  ["broken JSON", (files: SourceFile[]) => [fileOf("combine_data.json", "{"), ...files.slice(1)], "is not JSON"],
  [
    "a list of another length",
    (files: SourceFile[], given: Release) => {
      given.combine.memo.target.pop();
      return [fileOf("combine_data.json", given.combine), ...files.slice(1)];
    },
    "The list has 3 entries",
  ],
  ["an annotator's file of the wrong shape", (files: SourceFile[]) => [...files, fileOf("Memos/A9.json", { A9: 3 })], "has one key"],
  [
    "a folder of another task",
    (files: SourceFile[]) => [...files, fileOf("Other/C1.json", { C1: { "1": { q: "a", a: "b", criteria: { Zeal: {} } } } })],
    `criteria "Zeal"`,
  ],
  [
    "an unknown sample",
    (files: SourceFile[], given: Release) => [...files, fileOf("Memos/B4.json", { B4: { "5": { ...given.annotators.B1["1"] } } })],
    `There is no sample "5"`,
  ],
  [
    "a row with two actions",
    (files: SourceFile[], given: Release) => [
      ...files,
      fileOf("Memos/B4.json", {
        B4: {
          "1": {
            ...given.annotators.B1["1"],
            criteria: { Tone: given.rating(1, [["x", "1", "no", "", ""]]), "2. Facts": given.rating(1) },
          },
        },
      }),
    ],
    "Row 1: The row has more than one action.",
  ],
  [
    "a row of four cells",
    (files: SourceFile[], given: Release) => [
      ...files,
      fileOf("Memos/B4.json", {
        B4: {
          "1": {
            ...given.annotators.B1["1"],
            criteria: { Tone: { ...given.rating(1), eval_result: [["x", "1", "", ""]] }, "2. Facts": given.rating(1) },
          },
        },
      }),
    ],
    "a list of five texts",
  ],
  ["too many bytes", (files: SourceFile[]) => files.map((file) => ({ ...file, size: 2 ** 29 })), "the limit is 536870912"],
] as [string, (files: SourceFile[], given: Release) => SourceFile[], string][])(
  "returns nothing and a clear problem for %s",
  async (_, change, message) => {
    const given = release();
    const { bundles, problems } = await readCoeval(change(filesOf(given), given), zeroToThree);
    expect(bundles).toEqual([]);
    expect(problems.map((problem) => problem.message).join("\n")).toContain(message);
  },
);

it("reads a stated score on any scale, and none where there is none", () => {
  const read = (line: string, min: number, max: number) => statedScore([line], { min, max, step: 1 });
  expect(read("2. Score: 4 out of 5.", 1, 5)).toBe(4);
  expect(read("Score：2.", 1, 5)).toBe(2);
  expect(read("2. I would score this 8/10.", 1, 10)).toBe(8);
  expect(read("Score: 70 out of 100", 0, 100)).toBe(70);
  expect(read("Score: 0 out of 3", 0, 3)).toBe(0);
  expect(read("Score: 7", 1, 5)).toBeNull();
  expect(read("4 points", 1, 5)).toBeNull();
});

it("matches rows with lines in order, so that a lost, duplicated or edited row affects no other", () => {
  expect(matchLines(["a", "c", "d"], ["a", "b", "c", "d"])).toEqual(["0", "2", "3"]);
  expect(matchLines(["a", "a", "b"], ["a", "b"]).filter((id) => id === null)).toHaveLength(1);
  expect(matchLines(["x", "b", null], ["a", "b"])).toEqual([null, "1", null]);
});
