import { describe, expect, it } from "vitest";
import { folderOf, readFileOf } from "@/lib/testing/read-file";

// Invented rows of each set's published shape.
const _jsonl = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
type Ratings = Awaited<ReturnType<typeof readFileOf>>["ratings"];
const _units = (ratings: Ratings) =>
  ratings.map(({ sampleId, criterion, rater, score, label }) => [sampleId, criterion, rater, score ?? label]);

describe("LLMBar", () => {
  const pairs = [
    { input: "Name a bee product.", output_1: "Honey.", output_2: "Nectar", label: 1, source: "invented" },
    { input: "Say no.", output_1: "Yes.", output_2: "No.", label: 2 },
  ];
  const verdict = (plain: string | null, swapped: string | null, reply: string) => ({
    "swap = False": { completion: [reply, "stop"], winner: plain },
    "swap = True": { completion: ["Output (b)", "stop"], winner: swapped },
  });
  const results = [
    { ...pairs[0], results: [["a metric", "stop"], verdict("1", "2", "Output (a) is real.")] },
    { ...pairs[1], results: [verdict("2", null, "Output (b)")] },
  ];
  const checkout = folderOf({
    "LLMBar/Dataset/LLMBar/Natural/dataset.json": JSON.stringify(pairs),
    "LLMBar/Dataset/LLMBar/Natural/evaluators/GPT-4/Metrics/result.json": JSON.stringify(results),
    "LLMBar/Dataset/LLMBar/Natural/evaluators/GPT-4/Metrics/statistics.json": JSON.stringify({ equal: "1 / 2 = 50.0%" }),
    "LLMBar/Dataset/Other/Natural/dataset.json": JSON.stringify(pairs.slice(1)),
    "LLMBar/LLMEvaluator/config.json": JSON.stringify({ model: "gpt-4" }),
  });

  it("the whole checkout is read: pairs by subset, evaluators' verdicts in both orders; the same subset elsewhere has its folder's name", async () => {
    const { samples, ratings, problems, warnings } = await readFileOf("LLMBar.tar", checkout);
    expect(problems).toEqual([]);
    expect(samples.map(({ externalId, subset, goldLabel, metadata }) => [externalId, subset, goldLabel, metadata])).toEqual([
      ["LLMBar/Natural-1", "LLMBar/Natural", "A", { source: "invented" }],
      ["LLMBar/Natural-2", "LLMBar/Natural", "B", {}],
      ["Other/Natural-1", "Other/Natural", "B", {}],
    ]);
    expect(
      ratings.map(({ sampleId, rater, raterKind, label, variant, reason }) => [sampleId, rater, raterKind, label, variant, reason]),
    ).toEqual([
      ["LLMBar/Natural-1", "GPT-4 Metrics", "judge", "1", "plain", "Output (a) is real."],
      ["LLMBar/Natural-1", "GPT-4 Metrics", "judge", "2", "swapped", "Output (b)"],
      ["LLMBar/Natural-2", "GPT-4 Metrics", "judge", "2", "plain", "Output (b)"],
    ]);
    expect(warnings).toEqual(expect.arrayContaining(["values-left-out", "file-passed-over"]));
  });

  it("one list is a subset named after its file or its folder, whichever was given", async () => {
    expect((await readFileOf("Natural/dataset.json", JSON.stringify(pairs))).samples).toMatchObject([
      { externalId: "Natural-1", subset: "Natural" },
      { externalId: "Natural-2" },
    ]);
    expect((await readFileOf("Easy.json", JSON.stringify(pairs))).samples).toMatchObject([
      { subset: "Easy", output: "Honey.", outputB: "Nectar" },
      {},
    ]);
  });

  it("a bad label is a problem of its row", async () => {
    const { problems } = await readFileOf("Easy.json", JSON.stringify([pairs[0], { ...pairs[1], label: 3 }]));
    expect(problems).toMatchObject([{ file: "Easy.json", row: 2, field: "gold_label" }]);
  });
});
