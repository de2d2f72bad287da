import { expect, it } from "vitest";
import { folderOf, readFileOf } from "@/lib/testing/read-file";
import { knownSets } from "./known-sets";

// Invented rows of each set's published shape.
const jsonl = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
type Ratings = Awaited<ReturnType<typeof readFileOf>>["ratings"];
const units = (ratings: Ratings) =>
  ratings.map(({ sampleId, criterion, rater, score, label }) => [sampleId, criterion, rater, score ?? label]);

it("PandaLM: the test set with its three annotators, and judges' verdicts by idx", async () => {
  const pair = {
    motivation_app: "Notes",
    cmp_key: "one-7b_two-7b",
    instruction: "Sum up.",
    input: "Text",
    response1: "R1",
    response2: "R2",
  };
  const { samples, ratings, problems } = await readFileOf(
    "PandaLM.tar",
    folderOf({
      "data/gpt-testset.json": JSON.stringify([
        { idx: 4, gpt_result: "0", gpt_reason: "Alike.", gpt_reference: "R" },
        { idx: 4, gpt_result: "?", gpt_reason: "" },
      ]),
      "data/testset.json": JSON.stringify([{ idx: 4, ...pair, annotator1: 1, annotator2: 2, annotator3: 0 }]),
    }),
  );
  expect(problems).toEqual([]);
  expect(samples).toMatchObject([
    { externalId: "4", input: "Sum up.\n\nText", system: "one-7b", systemB: "two-7b", subset: "Notes", metadata: {} },
  ]);
  expect(units(ratings)).toEqual([
    ["4", "Preference", "annotator1", "1"],
    ["4", "Preference", "annotator2", "2"],
    ["4", "Preference", "annotator3", "tie"],
    ["4", "Preference", "gpt", "tie"],
  ]);
  expect(ratings.at(-1)).toMatchObject({ raterKind: "judge", reason: "Alike." });
});

it("MT-bench: one sample for a pair shown both ways, winners turned with it, turn by turn", async () => {
  const talk = (name: string) =>
    ["Q1", `${name}1`, "Q2", `${name}2`].map((content, index) => ({ role: index % 2 ? "assistant" : "user", content }));
  const row = {
    question_id: 81,
    model_a: "m-one",
    model_b: "m-two",
    judge: "expert_3",
    conversation_a: talk("one"),
    conversation_b: talk("two"),
    turn: 1,
  };
  const flipped = { ...row, model_a: "m-two", model_b: "m-one", conversation_a: talk("two"), conversation_b: talk("one") };
  const { samples, ratings, warnings } = await readFileOf(
    "human.jsonl",
    jsonl(
      { ...row, winner: "model_a" },
      { ...flipped, winner: "model_a", judge: "author_2" },
      { ...row, winner: "tie (inconsistent)", judge: ["gpt-4", "pair-v2"] },
      { ...row, winner: "model_b", turn: 2 },
      { ...flipped, winner: "tie" },
    ),
  );
  expect(
    samples.map(({ externalId, input, output, outputB, system, subset }) => [externalId, input, output, outputB, system, subset]),
  ).toEqual([
    ["81 m-one m-two turn 1", "Q1", "one1", "two1", "m-one", "turn 1"],
    [
      "81 m-one m-two turn 2",
      "User: Q1\n\nUser: Q2",
      "Assistant: one1\n\nUser: Q2\n\nAssistant: one2",
      "Assistant: two1\n\nUser: Q2\n\nAssistant: two2",
      "m-one",
      "turn 2",
    ],
  ]);
  expect(ratings.map(({ sampleId, rater, raterKind, label }) => [sampleId.slice(-1), rater, raterKind, label])).toEqual([
    ["1", "expert_3", "annotator", "A"],
    ["1", "author_2", "annotator", "B"],
    ["1", "gpt-4 pair-v2", "judge", "tie"],
    ["2", "expert_3", "annotator", "B"],
  ]);
  expect(warnings).toContain("rated-again");
});

it("SummEval: experts and workers score four criteria; the first reference is the reference", async () => {
  const scores = (coherence: number, fluency: number) => ({ coherence, fluency });
  const { samples, ratings, criteria } = await readFileOf(
    "model_annotations.aligned.jsonl",
    jsonl({
      id: "dm-1",
      model_id: "M8",
      decoded: "A summary.",
      references: ["R1", "R2"],
      filepath: "x",
      expert_annotations: [scores(1, 2), scores(3, 4)],
      turker_annotations: [scores(5, 1)],
    }),
  );
  expect(samples).toMatchObject([
    { externalId: "dm-1 M8", output: "A summary.", system: "M8", inputId: "dm-1", reference: "R1", metadata: { references: ["R1", "R2"] } },
  ]);
  expect(samples[0]?.input).toContain("dm-1");
  expect(criteria.map(({ name, scale }) => [name, scale.min, scale.max])).toEqual([
    ["coherence", 1, 5],
    ["fluency", 1, 5],
  ]);
  expect(units(ratings)).toEqual([
    ["dm-1 M8", "coherence", "expert 1", 1],
    ["dm-1 M8", "fluency", "expert 1", 2],
    ["dm-1 M8", "coherence", "expert 2", 3],
    ["dm-1 M8", "fluency", "expert 2", 4],
    ["dm-1 M8", "coherence", "worker 1", 5],
    ["dm-1 M8", "fluency", "worker 1", 1],
  ]);
});

it("DialSummEval: a dialogue's summaries by several models share their input", async () => {
  const row = (model_id: string, relevance: number) => ({
    id: "77",
    dialogue: "| A: Hi | B: Ho",
    summary: `By ${model_id}`,
    model_id,
    annotations: [{ relevance }, { relevance: relevance - 1 }],
  });
  const { samples, ratings } = await readFileOf("human_judgment.jsonl", jsonl(row("A", 5), row("B", 3)));
  expect(samples).toMatchObject([
    { externalId: "77 A", inputId: "77", system: "A" },
    { externalId: "77 B", inputId: "77", system: "B" },
  ]);
  expect(units(ratings)).toEqual([
    ["77 A", "relevance", "annotator 1", 5],
    ["77 A", "relevance", "annotator 2", 4],
    ["77 B", "relevance", "annotator 1", 3],
    ["77 B", "relevance", "annotator 2", 2],
  ]);
});

it("AlpacaEval: a preference nearer to 1 is for the first output; people are annotators", async () => {
  const row = {
    instruction: "Q",
    output_1: "A",
    generator_1: "base",
    output_2: "B",
    generator_2: "new",
    dataset: "koala",
    annotator: "gpt4_turbo",
  };
  const { samples, ratings, warnings } = await readFileOf(
    "annotations.json",
    JSON.stringify([
      { ...row, preference: 1.73 },
      { ...row, preference: 1.5, annotator: "humans" },
      { ...row, preference: 1, output_2: "C", price_per_example: 0.01 },
      { ...row, preference: null, output_2: "D" },
    ]),
  );
  expect(samples).toMatchObject([
    { input: "Q", output: "A", outputB: "B", system: "base", systemB: "new", subset: "koala" },
    { outputB: "C", metadata: { price_per_example: 0.01 } },
    { outputB: "D" },
  ]);
  expect(
    ratings.map(({ sampleId, rater, raterKind, label, reason }) => [
      samples.findIndex(({ externalId }) => externalId === sampleId),
      rater,
      raterKind,
      label,
      reason,
    ]),
  ).toEqual([
    [0, "gpt4_turbo", "judge", "B", "Preference 1.73 (1 is the first output, 2 the second)."],
    [0, "humans", "annotator", "tie", null],
    [1, "gpt4_turbo", "judge", "A", null],
  ]);
  expect(warnings).toContain("values-left-out");
});

it("chosen and rejected answers: the chosen one is known to be better, and is not always first", async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    prompt: `Q${index}`,
    chosen: `good ${index}`,
    rejected: `bad ${index}`,
    chosen_model: "g",
    rejected_model: "b",
    subset: index < 7 ? "easy" : "hard",
  }));
  const { samples } = await readFileOf("bench.jsonl", jsonl(...rows));
  expect(samples).toHaveLength(20);
  for (const { output, outputB, goldLabel, system, systemB } of samples) {
    expect(goldLabel === "A" ? output : outputB).toMatch(/^good/);
    expect(goldLabel === "A" ? system : systemB).toBe("g");
  }
  expect(new Set(samples.map(({ goldLabel }) => goldLabel))).toEqual(new Set(["A", "B"]));
  expect(samples.filter(({ subset }) => subset === "easy")).toHaveLength(7);
  const turns = (answer: string) => [
    { role: "user", content: "Q" },
    { role: "assistant", content: answer },
  ];
  const chat = await readFileOf("dpo.json", JSON.stringify([{ chosen: turns("yes"), rejected: turns("no") }]));
  expect(chat.samples).toMatchObject([{ input: "Q", subset: null }]);
  expect([chat.samples[0]?.output, chat.samples[0]?.outputB].sort()).toEqual(["no", "yes"]);
});

it("the bird study: criteria with their own scales, one person and judges", async () => {
  const birds = {
    metrics: [
      { key: "M1", name: "Class", min: 0, max: 2 },
      { key: "M2", name: "Family", min: 0, max: 3 },
    ],
    raters: { Human: "annotator", Phi: "judge" },
    samples: [{ id: "D1", answer: "Robin", class: "Aves", family: "Turdidae", species: "migratorius" }],
    scores: { Human: { D1: [2, 3] }, Phi: { D1: [1, 0] } },
  };
  const { samples, ratings, criteria } = await readFileOf("scores.json", JSON.stringify(birds));
  expect(samples).toMatchObject([{ externalId: "D1", reference: "Class: Aves. Family: Turdidae. Species: migratorius." }]);
  expect(criteria.map(({ name, scale }) => [name, scale.max])).toEqual([
    ["Class", 2],
    ["Family", 3],
  ]);
  expect(ratings.map(({ rater, raterKind, criterion, score }) => [rater, raterKind, criterion, score])).toEqual([
    ["Human", "annotator", "Class", 2],
    ["Human", "annotator", "Family", 3],
    ["Phi", "judge", "Class", 1],
    ["Phi", "judge", "Family", 0],
  ]);
});

it("Label Studio: choices and ratings of people, predictions as a judge's; cancelled work and texts are left out", async () => {
  const result = (from_name: string, type: string, value: object) => ({ from_name, to_name: "text", type, value });
  const task = {
    id: 31,
    data: { prompt: "Q", response: "A", url: "u" },
    annotations: [
      {
        completed_by: 5,
        created_at: "2024-03-01T10:00:00Z",
        result: [result("clear", "rating", { rating: 4 }), result("kind", "choices", { choices: ["true"] })],
      },
      { completed_by: { id: 6, email: "ann@example.org" }, result: [result("note", "textarea", { text: ["hm"] })] },
      { completed_by: 7, was_cancelled: true, result: [result("clear", "rating", { rating: 1 })] },
    ],
    predictions: [{ model_version: "v2", result: [result("clear", "rating", { rating: 3 })] }],
  };
  const { samples, ratings, warnings } = await readFileOf("export.json", JSON.stringify([task]));
  expect(samples).toMatchObject([{ externalId: "31", input: "Q", output: "A", metadata: { url: "u" } }]);
  expect(ratings.map(({ rater, raterKind, criterion, score, label }) => [rater, raterKind, criterion, score ?? label])).toEqual([
    ["annotator 5", "annotator", "clear", 4],
    ["annotator 5", "annotator", "kind", "true"],
    ["v2", "judge", "clear", 3],
  ]);
  expect(warnings).toContain("values-left-out");
});

it("Argilla: responses of people, suggestions as a judge's; discarded responses are left out", async () => {
  const record = {
    id: "r9",
    fields: { instruction: "Q", response: "A" },
    metadata: { source: "web" },
    responses: {
      quality: [
        { value: 4, user_id: "u1", status: "submitted" },
        { value: 1, user_id: "u2", status: "discarded" },
      ],
      tone: [{ value: "warm", user_id: "u1" }],
    },
    suggestions: { quality: { value: 2, score: 0.8, agent: "m1" } },
  };
  const { samples, ratings } = await readFileOf("records.json", JSON.stringify([record]));
  expect(samples).toMatchObject([{ externalId: "r9", input: "Q", output: "A", metadata: { source: "web" } }]);
  expect(ratings.map(({ rater, raterKind, criterion, score, label }) => [rater, raterKind, criterion, score ?? label])).toEqual([
    ["u1", "annotator", "quality", 4],
    ["u1", "annotator", "tone", "warm"],
    ["m1", "judge", "quality", 2],
  ]);
});

it("no set claims a row of Redline's own names", () => {
  const own = {
    id: "1",
    input: "Q",
    output: "A",
    output_a: "A",
    output_b: "B",
    gold_label: "A",
    subset: "s",
    sample_id: "1",
    criterion: "c",
    rater: "r",
    score: 3,
  };
  expect(knownSets.filter(({ fits }) => fits(own))).toEqual([]);
});
