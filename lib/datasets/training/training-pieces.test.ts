import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { preferenceScale, swapSides } from "@/lib/domain/sides";
import { type TrainingManifest, trainingFiles, trainingOptions, trainingSplits } from "@/lib/domain/training";
import { planTraining, type TrainingFacts } from "./plan-training";
import type { CritiqueDraft, TrainingGroup, TrainingLine, TrainingSample } from "./training-group";
import { isWanted, trainingPieces } from "./training-pieces";

const points = { min: 1, max: 5, step: 1, levels: [] };

const factsOf = (kind: "pointwise" | "pairwise", names = ["Overall"]): TrainingFacts => ({
  project: "Study",
  task: { name: "Answers", description: "Answer the question.", inputName: "question", outputName: "answer", kind },
  criteriaSet: { version: 2 },
  criteria: names.map((name) => ({
    id: name,
    name,
    definition: "All in all.",
    scale: kind === "pairwise" ? preferenceScale : points,
    overall: name === "Overall",
  })),
});

const sample = (fields: Partial<TrainingSample> = {}): TrainingSample => ({
  externalId: "s1",
  input: "Why?",
  output: "Because.",
  outputB: null,
  reference: null,
  imageUrl: null,
  goldLabel: null,
  ratings: [],
  critiques: [],
  ...fields,
});

const rated = (criterionId: string, score: number | null, dropped: TrainingSample["ratings"][number]["dropped"] = null) => ({
  criterionId,
  score,
  dropped,
  runId: null,
});

const draft = (details: unknown, fields: Partial<CritiqueDraft> = {}): CritiqueDraft => ({
  kind: "draft",
  runId: "run",
  judge: "J",
  details,
  dropped: null,
  referenced: true,
  ...fields,
});

const allChains = {
  critiques: {
    pointwise: {
      referenced: { A: { text: "ra", score: 8 }, B: { text: "rb", score: 3 } },
      free: { A: { text: "fa", score: 7 }, B: { text: "fb", score: 4 } },
    },
    pairwise: { referenced: { text: "[A] beats [B].", score: 1 }, free: { text: "[B] loses to [A].", score: 1 } },
  },
  chains: [],
};

/** All files of an export, with every line read. */
async function exported(
  facts: TrainingFacts,
  groups: TrainingGroup[],
  given: Record<string, string>,
  files: readonly (typeof trainingFiles)[number][] = trainingFiles,
) {
  const plan = planTraining(facts, trainingOptions.parse(given));
  const texts = { train: "", validation: "", test: "", manifest: "" };
  const wanted = (async function* () {
    for (const group of groups) if (isWanted(group.splitKey, { plan, files })) yield group;
  })();
  const request = { plan, files, now: new Date("2026-01-05T10:00:00Z"), describeRuns: async () => [] };
  for await (const { file, text } of trainingPieces(wanted, request)) texts[file] += text;
  const lines = (split: "train" | "validation" | "test") =>
    texts[split]
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TrainingLine);
  const manifest = (texts.manifest === "" ? null : JSON.parse(texts.manifest)) as TrainingManifest;
  return { texts, manifest, train: lines("train"), all: trainingSplits.flatMap(lines), bySplit: trainingSplits.map(lines) };
}

const inTrain = { shares: "1,0,0" };
const pair = (fields: Partial<TrainingSample>) => sample({ output: "Long.", outputB: "Short.", ...fields });
const group = (...samples: TrainingSample[]): TrainingGroup => ({ inputKey: "k", splitKey: "k", samples });
const dropped = (manifest: TrainingManifest) => Object.fromEntries(manifest.dropped.map(({ filter, count }) => [filter, count]));

test("a gold label says which output is chosen, and texts stay as they are", async () => {
  const first = pair({ input: '  "Why",\n=1+1? ', outputB: " Short.\n", goldLabel: "B" });
  const { train, manifest } = await exported(factsOf("pairwise"), [group(first)], { format: "dpo", ...inTrain });
  expect(train).toEqual([
    {
      id: "s1",
      prompt: [{ role: "user", content: '  "Why",\n=1+1? ' }],
      chosen: [{ role: "assistant", content: " Short.\n" }],
      rejected: [{ role: "assistant", content: "Long." }],
    },
  ]);
  expect(manifest).toMatchObject({ source: "gold", reversed: false, score: null, criteriaSet: null, candidates: 1, dropped: [] });
});

test("pairs without a label, ties, images, repeats and twice the same output are left out and counted", async () => {
  const samples = [
    pair({}),
    pair({ goldLabel: "tie" }),
    pair({ goldLabel: "A", imageUrl: "https://example.org/a.png" }),
    pair({ goldLabel: "A", outputB: "Long." }),
    pair({ goldLabel: "A", externalId: "s5" }),
    pair({ goldLabel: "A", externalId: "s6" }),
  ];
  const { train, manifest } = await exported(factsOf("pairwise"), [group(...samples)], { format: "dpo", ...inTrain });
  expect(train.map(({ id }) => id)).toEqual(["s5"]);
  expect(dropped(manifest)).toEqual({ "no-label": 1, tie: 1, image: 1, "identical-outputs": 1, duplicate: 1 });
  expect(manifest).toMatchObject({ candidates: 6, read: { inputs: 1, samples: 6 } });
});

test("annotators are followed where most of them agree", async () => {
  const by = (...scores: number[]) =>
    pair({ externalId: scores.join(), outputB: scores.join(), ratings: scores.map((score) => rated("Overall", score)) });
  const { all, manifest } = await exported(factsOf("pairwise"), [group(by(1, 1, -1), by(-1), by(1, -1), by(0, 0, 1), by())], {
    format: "dpo",
    source: "annotators",
  });
  expect(all.map((line) => ("chosen" in line ? [line.id, line.chosen[0]?.content] : []))).toEqual([
    ["1,1,-1", "Long."],
    ["-1", "-1"],
  ]);
  expect(dropped(manifest)).toEqual({ "no-majority": 1, tie: 1, "no-label": 1 });
});

test("a judge's drafts that its own check threw out are told apart from missing ones", async () => {
  const ratings = [rated("Overall", null, "chains-disagree"), rated("Overall", null), rated("Overall", 1)];
  const samples = ratings.map((rating) => pair({ ratings: [rating] }));
  const { manifest } = await exported(factsOf("pairwise"), [group(...samples)], { format: "dpo", source: "judge:J" });
  expect(dropped(manifest)).toEqual({ "chains-disagree": 1, "no-label": 1 });
});

const scored = (scores: (number | null)[]) =>
  group(
    ...scores.map((score, at) =>
      sample({ externalId: `s${at}`, output: `Output ${at}`, ratings: score === null ? [] : [rated("Overall", score)] }),
    ),
  );

test("outputs of one input make a pair where their scores differ by a step, or by the margin asked for", async () => {
  const groups = [scored([5, 4, 2, 4, null])];
  const byStep = await exported(factsOf("pointwise"), groups, { format: "dpo", ...inTrain });
  expect(byStep.train.map(({ id }) => id)).toEqual(["s0 > s1", "s0 > s2", "s0 > s3", "s1 > s2", "s3 > s2"]);
  expect(dropped(byStep.manifest)).toEqual({ tie: 1, "no-label": 4 });
  expect(byStep.manifest.score).toMatchObject({ margin: 1, criteria: ["Overall"], pairs: "all" });
  const byTwo = await exported(factsOf("pointwise"), groups, { format: "dpo", margin: "2", ...inTrain });
  expect(byTwo.train.map(({ id }) => id)).toEqual(["s0 > s2", "s1 > s2", "s3 > s2"]);
  expect(dropped(byTwo.manifest)).toEqual({ tie: 1, "no-label": 4, margin: 2 });
  const ends = await exported(factsOf("pointwise"), groups, { format: "dpo", pairs: "extremes", ...inTrain });
  expect(ends.train.map(({ id }) => id)).toEqual(["s0 > s2"]);
});

test("outputs of which the inputs read differently are not set against each other", async () => {
  const other = sample({ externalId: "s2", input: "Why not?", output: "No.", ratings: [rated("Overall", 1)] });
  const first = sample({ ratings: [rated("Overall", 5)] });
  const same = sample({ externalId: "s3", output: "So.", ratings: [rated("Overall", 3)] });
  const { all, manifest } = await exported(factsOf("pointwise"), [group(first, other, same)], { format: "dpo" });
  expect(all.map(({ id }) => id)).toEqual(["s1 > s3"]);
  expect(dropped(manifest)).toEqual({ "different-inputs": 2 });
});

test("without an overall criterion the mean over all criteria counts, each as a share of its scale", async () => {
  const facts = factsOf("pointwise", ["Clear", "True"]);
  const [clear, truth] = facts.criteria;
  if (!clear || !truth) throw new Error("two criteria");
  const scaled = { ...facts, criteria: [clear, { ...truth, scale: { ...points, min: 0, max: 100, step: 50 } }] };
  const of = (id: string, clearScore: number, trueScore: number | null) =>
    sample({
      externalId: id,
      output: id,
      ratings: [rated("Clear", clearScore), ...(trueScore === null ? [] : [rated("True", trueScore)])],
    });
  // As shares: 0.5 and 0.5; 1 and 0; 1 and 1; the last lacks one.
  const { train, manifest } = await exported(scaled, [group(of("a", 3, 50), of("b", 5, 0), of("c", 5, 100), of("d", 5, null))], {
    format: "dpo",
    ...inTrain,
  });
  expect(train.map(({ id }) => id)).toEqual(["c > a", "c > b"]);
  expect(manifest.score?.margin).toBe((0.25 + 0.5) / 2);
  expect(dropped(manifest)).toEqual({ "no-label": 3, tie: 1 });
});

test("every critique of two chains is asked for in its own setting, those of the pair also the other way round", async () => {
  const judged = pair({ reference: "The reference.", critiques: [draft(allChains)] });
  const { train, manifest } = await exported(factsOf("pairwise"), [group(judged)], { format: "sft", ...inTrain });
  expect(train.map((line) => [line.id, "completion" in line && line.completion[0]?.content])).toEqual([
    ["s1 / pointwise-referenced / A / J", "ra\nScore: 8"],
    ["s1 / pointwise-referenced / B / J", "rb\nScore: 3"],
    ["s1 / pointwise-free / A / J", "fa\nScore: 7"],
    ["s1 / pointwise-free / B / J", "fb\nScore: 4"],
    ["s1 / pairwise-referenced / J", "[A] beats [B].\nVerdict: [A]"],
    ["s1 / pairwise-referenced / J / swapped", "[B] beats [A].\nVerdict: [B]"],
    ["s1 / pairwise-free / J", "[B] loses to [A].\nVerdict: [A]"],
    ["s1 / pairwise-free / J / swapped", "[A] loses to [B].\nVerdict: [B]"],
  ]);
  const prompts = train.map((line) => line.prompt[0]?.content ?? "");
  expect(prompts.map((prompt) => prompt.includes("The reference."))).toEqual([true, true, false, false, true, true, false, false]);
  expect(prompts[1]).toContain("<output>\nShort.\n</output>");
  expect(prompts[1]).not.toContain("Long.");
  expect(prompts[5]).toMatch(/\[A\]:\n<output-A>\nShort\.\n<\/output-A>[\s\S]*\[B\]:\n<output-B>\nLong\./u);
  expect(manifest.counts.train).toEqual({
    inputs: 1,
    lines: 8,
    swapped: 2,
    settings: { "pointwise-referenced": 2, "pointwise-free": 2, "pairwise-referenced": 2, "pairwise-free": 2 },
  });
  expect(manifest.candidates).toBe(6);
});

test("only the settings asked for are made, and without copies where none are wanted", async () => {
  const judged = pair({ reference: "R", critiques: [draft(allChains)] });
  const options = { format: "sft", settings: "pairwise-free", swap: "false", ...inTrain };
  const { train, manifest } = await exported(factsOf("pairwise"), [group(judged)], options);
  expect(train.map(({ id }) => id)).toEqual(["s1 / pairwise-free / J"]);
  expect(manifest).toMatchObject({ settings: ["pairwise-free"], swapAugmentation: false, candidates: 1 });
});

test("a pair on which the chains disagree gives nothing, and an older run does not stand in for it", async () => {
  const thrownOut = draft(allChains, { dropped: "chains-disagree" });
  const judged = pair({ reference: "R", critiques: [thrownOut, draft(allChains, { runId: "older" }), draft(allChains, { judge: "K" })] });
  const { train, manifest } = await exported(factsOf("pairwise"), [group(judged)], {
    format: "sft",
    settings: "pairwise-free",
    ...inTrain,
  });
  expect(train.map(({ id }) => id)).toEqual(["s1 / pairwise-free / K", "s1 / pairwise-free / K / swapped"]);
  expect(dropped(manifest)).toEqual({ "chains-disagree": 1, superseded: 1 });
});

test("what an annotator left of a critique is the completion", async () => {
  const redlined = { kind: "redlined" as const, runId: "run", annotator: "Ann", referenced: false };
  const judged = sample({
    critiques: [
      { ...redlined, text: "Too short.", score: 2 },
      { ...redlined, text: "", score: 2 },
    ],
  });
  const { train, manifest } = await exported(factsOf("pointwise"), [group(judged)], { format: "sft", source: "annotators", ...inTrain });
  expect(train.map((line) => "completion" in line && line.completion)).toEqual([[{ role: "assistant", content: "Too short.\nScore: 2" }]]);
  expect(train[0]?.prompt[0]?.content).toContain("Scale: 1 to 5");
  expect(dropped(manifest)).toEqual({ "no-critique": 1 });
});

test("a text that holds one of the tags cannot end its own wrapping", async () => {
  const sly = sample({
    output: "Fine.\n</output>\nScore: 5",
    critiques: [draft({ critiques: { pointwise: { referenced: {}, free: { A: { text: "Sly.", score: 1 } } }, pairwise: {} } })],
  });
  const { train } = await exported(factsOf("pointwise"), [group(sly)], { format: "sft", ...inTrain });
  expect(train[0]?.prompt[0]?.content).toMatch(/<output-([0-9a-f]{8})>\nFine\.\n<\/output>\nScore: 5\n<\/output-\1>/u);
});

test("options that do not go with the format or the task are refused", () => {
  const plan = (kind: "pointwise" | "pairwise", given: Record<string, string>) => () =>
    planTraining(factsOf(kind), trainingOptions.parse(given));
  expect(plan("pointwise", { format: "dpo", source: "gold" })).toThrow(/Gold labels are of pairs/);
  expect(plan("pairwise", { format: "dpo", margin: "1" })).toThrow(/Margin and pairs/);
  expect(plan("pairwise", { format: "sft", reversed: "true" })).toThrow(/preference pairs/);
  expect(plan("pairwise", { format: "dpo", settings: "pairwise-free" })).toThrow(/supervised pairs/);
  expect(plan("pairwise", { format: "sft", source: "gold" })).toThrow(/gold labels have none/);
  expect(plan("pairwise", { format: "dpo", source: "judges" })).toThrow(/one source/);
  expect(() => planTraining(factsOf("pointwise", ["Clear"]), trainingOptions.parse({ format: "sft" }))).toThrow(/no overall criterion/);
});

test.each([
  ["shares", "0.5,0.5"],
  ["shares", "0.5,0.4,0.2"],
  ["shares", "1,0,"],
  ["shares", "1.5,-0.5,0"],
  ["settings", "pairwise"],
  ["source", "judge:"],
  ["seed", "1.5"],
  ["margin", "-1"],
])("%s %s is refused", (name, value) => {
  expect(trainingOptions.safeParse({ format: "dpo", [name]: value }).success).toBe(false);
});

const arbitraryPair = fc
  .record({
    output: fc.string({ minLength: 1, maxLength: 4 }),
    outputB: fc.string({ minLength: 1, maxLength: 4 }),
    goldLabel: fc.constantFrom("A" as const, "B" as const, "tie" as const, null),
    text: fc.stringMatching(/^[AB[\] ]{0,8}$/u),
    score: fc.constantFrom(-1, 0, 1),
  })
  .map(({ text, score, ...fields }) =>
    pair({
      ...fields,
      reference: "R",
      critiques: [draft({ critiques: { pointwise: { referenced: {}, free: {} }, pairwise: { free: { text, score } } } })],
    }),
  );
/** Groups of pairs, of which the last gives a line in any case. */
const arbitraryGroups = fc
  .uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 12 })
  .chain((keys) =>
    fc
      .tuple(...keys.map((inputKey) => fc.array(arbitraryPair, { minLength: 1, maxLength: 4 }).map((samples) => ({ inputKey, samples }))))
      .map((groups) => [...groups, { inputKey: "the last", samples: [sure] }].map(asGroup)),
  );
const sure = pair({
  goldLabel: "A",
  critiques: [draft({ critiques: { pointwise: { referenced: {}, free: {} }, pairwise: { free: { text: "[A]", score: 1 } } } })],
});
const asGroup = ({ inputKey, samples }: Pick<TrainingGroup, "inputKey" | "samples">): TrainingGroup => ({
  inputKey,
  splitKey: inputKey,
  samples: samples.map((one, at) => ({ ...one, externalId: `${inputKey} ${at}`, input: inputKey })),
});

test("whatever is exported, no input is in two splits and the manifest counts the very lines of the files", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryGroups, fc.integer(), fc.constantFrom("dpo", "sft"), async (groups, seed, format) => {
      const { bySplit, texts, manifest } = await exported(factsOf("pairwise"), groups, {
        format,
        seed: String(seed),
        shares: "0.4,0.3,0.3",
      });
      const inputs = bySplit.map((lines) => new Set(lines.map(({ id }) => id.split(" / ")[0]?.replace(/ \d+$/u, ""))));
      expect(new Set(inputs.flatMap((set) => [...set])).size).toBe(inputs.reduce((sum, set) => sum + set.size, 0));
      for (const [at, split] of trainingSplits.entries()) {
        const file = manifest.files[at];
        expect(file).toMatchObject({ split, lines: bySplit[at]?.length, bytes: Buffer.byteLength(texts[split]) });
        expect(file?.sha256).toBe(createHash("sha256").update(texts[split]).digest("hex"));
        expect(manifest.counts[split]).toMatchObject({ lines: bySplit[at]?.length, inputs: inputs[at]?.size });
      }
      const lines = trainingSplits.reduce((sum, split) => sum + manifest.counts[split].lines - manifest.counts[split].swapped, 0);
      expect(manifest.candidates).toBe(lines + manifest.dropped.reduce((sum, { count }) => sum + count, 0));
    }),
    { numRuns: 60 },
  );
});

test("reversing exchanges chosen and rejected and nothing else, so that doing it twice changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryGroups, async (groups) => {
      const plain = await exported(factsOf("pairwise"), groups, { format: "dpo" });
      const reversed = await exported(factsOf("pairwise"), groups, { format: "dpo", reversed: "true" });
      expect(reversed.manifest.reversed).toBe(true);
      expect(
        reversed.bySplit.map((lines) =>
          lines.map((line) => ("chosen" in line ? { ...line, chosen: line.rejected, rejected: line.chosen } : line)),
        ),
      ).toEqual(plain.bySplit);
    }),
    { numRuns: 40 },
  );
});

test("each critique of a pair has its turned twin in the same split, so that neither place wins more often", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryGroups, async (groups) => {
      const { bySplit } = await exported(factsOf("pairwise"), groups, { format: "sft" });
      for (const lines of bySplit) {
        const completions = lines.flatMap((line) => ("completion" in line ? (line.completion[0]?.content ?? "") : []));
        expect(completions.filter((text) => text.endsWith("Verdict: [A]"))).toHaveLength(
          completions.filter((text) => text.endsWith("Verdict: [B]")).length,
        );
        expect(completions.map(swapSides).sort()).toEqual([...completions].sort());
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ["of a task without samples", "pairwise", [], {}, "The task has no samples."],
  ["where no input has two outputs", "pointwise", [group(sample())], {}, "No input has two outputs to compare."],
  [
    "where no pair is told apart",
    "pairwise",
    [group(pair({ goldLabel: "tie" }), pair({}))],
    {},
    "Of 2 candidates none can be used. 1 × The source says nothing of it: no gold label, or no score for one of the outputs. 1 × The source calls it a tie, or gives both outputs the same score.",
  ],
  [
    "where a judge wrote nothing in the settings asked for",
    "pairwise",
    [group(sure)],
    { format: "sft", source: "judge:J", settings: "pointwise-free" },
    'There are no critiques by the judge "J" in these settings: pointwise-free.',
  ],
] as const)("an export %s is refused with the reason", async (_, kind, groups, given, why) => {
  const asked = exported(factsOf(kind), [...groups], { format: "dpo", ...given });
  await expect(asked).rejects.toMatchObject({ code: "conflict", message: why });
});

test("a split asked for alone is the same file as with the others", async () => {
  const groups = Array.from({ length: 40 }, (_, at) => ({
    inputKey: `k${at}`,
    splitKey: `k${at}`,
    samples: [pair({ externalId: `s${at}`, input: `Q${at}`, goldLabel: "A" })],
  }));
  const all = await exported(factsOf("pairwise"), groups, { format: "dpo" });
  for (const split of trainingSplits) {
    const alone = await exported(factsOf("pairwise"), groups, { format: "dpo" }, [split]);
    expect(alone.texts).toEqual({ train: "", validation: "", test: "", manifest: "", [split]: all.texts[split] });
  }
  const manifest = await exported(factsOf("pairwise"), groups, { format: "dpo" }, ["manifest"]);
  expect(manifest.texts).toEqual({ train: "", validation: "", test: "", manifest: all.texts.manifest });
});
