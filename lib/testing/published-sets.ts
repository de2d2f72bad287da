/** Files of a published set or another tool, by their path in its folder; invented, in the exact shape of the real ones. */
export interface PublishedSet {
  name: string;
  files: Readonly<Record<string, string>>;
  /** What its one command says besides project and task. */
  options?: readonly string[];
  /** What the import must count. */
  counts: Readonly<Record<string, number>>;
}

const jsonl = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const ab = { instruction: "Name a bee product.", output_1: "Honey.", output_2: "Nectar." };
const turns = (answer: string) => [
  { role: "user", content: "Name a bee product." },
  { role: "assistant", content: answer },
];
const result = (from_name: string, type: string, value: object) => ({ from_name, to_name: "text", type, value });
const talk = (name: string) =>
  ["Q1", `${name}1`, "Q2", `${name}2`].map((content, at) => ({ role: at % 2 ? "assistant" : "user", content }));

/** The sources that are recognised by their shape, one command each. */
export const publishedSets: readonly PublishedSet[] = [
  {
    name: "PandaLM",
    files: {
      "data/testset-v1.json": JSON.stringify([
        {
          ...{ motivation_app: "Notes", task_id: "user_oriented_task_0", cmp_key: "one-7b_two-7b", idx: 4 },
          ...{ instruction: "Sum up.", input: "Text", response1: "R1", response2: "R2" },
          ...{ annotator1: 1, annotator2: 2, annotator3: 0 },
        },
      ]),
      "data/gpt-3.5-turbo-testset-v1.json": JSON.stringify([
        { idx: 4, gpt_result: "0", gpt_reason: "Alike.", gpt_reference: "R", motivation_app: "Notes", cmp_key: "one-7b_two-7b" },
      ]),
      "README.md": "# PandaLM",
    },
    counts: { samples: 1, ratings: 4, annotators: 3, judges: 1 },
  },
  {
    name: "MT-bench",
    files: {
      "data/human.jsonl": jsonl(
        ...["model_a", "tie"].map((winner, at) => ({
          ...{ question_id: 81, model_a: "m-one", model_b: "m-two", winner, judge: `expert_${at}`, turn: 1 },
          ...{ conversation_a: talk("one"), conversation_b: talk("two") },
        })),
      ),
    },
    counts: { samples: 1, ratings: 2, annotators: 2 },
  },
  {
    name: "SummEval",
    files: {
      "model_annotations.aligned.jsonl": jsonl({
        ...{ id: "dm-1", decoded: "A summary.", model_id: "M8", references: ["R1", "R2"], filepath: "cnndm/1.story" },
        expert_annotations: [1, 2, 3].map((score) => ({ coherence: score, consistency: 5, fluency: 4, relevance: score })),
        turker_annotations: [4, 5].map((score) => ({ coherence: score, consistency: 5, fluency: 4, relevance: score })),
      }),
    },
    counts: { samples: 1, criteria: 4, ratings: 20, annotators: 5 },
  },
  {
    name: "DialSummEval",
    files: {
      "human_judgment.jsonl": jsonl(
        ...["BART", "PGN"].map((model_id) => ({
          ...{ id: "77", dialogue: "| A: Hi | B: Ho", summary: `By ${model_id}`, model_id },
          annotations: [1, 2, 3].map((score) => ({ relevance: score, consistency: 5, fluency: 4, coherence: score })),
        })),
      ),
    },
    counts: { samples: 2, criteria: 4, ratings: 24, annotators: 3 },
  },
  {
    name: "AlpacaEval",
    files: {
      "annotations.json": JSON.stringify(
        [1.0, 1.73].map((preference, at) => ({
          ...{ ...ab, output_2: `Nectar ${at}.`, generator_1: "base", generator_2: "new", dataset: "koala" },
          ...{ annotator: "gpt4_turbo", preference, time_per_example: 0.5, price_per_example: 0.01, raw_completion: null },
        })),
      ),
    },
    counts: { samples: 2, ratings: 2, judges: 1 },
  },
  {
    name: "RewardBench",
    files: {
      "filtered.jsonl": jsonl(
        ...["easy", "hard"].map((subset, id) => ({
          ...{ id, prompt: "Q", chosen: "good", rejected: "bad", chosen_model: "g", rejected_model: "b", subset },
        })),
      ),
    },
    counts: { samples: 2, ratings: 0 },
  },
  { name: "DPO", files: { "dpo.json": JSON.stringify([{ chosen: turns("yes"), rejected: turns("no") }]) }, counts: { samples: 1 } },
  {
    name: "Birds",
    files: {
      "scores.json": JSON.stringify({
        metrics: [
          { key: "M1", name: "Class", min: 0, max: 2 },
          { key: "M2", name: "Family", min: 0, max: 3 },
        ],
        raters: { Human: "annotator", Phi: "judge" },
        samples: [{ id: "D1", answer: "Robin", class: "Aves", family: "Turdidae", species: "migratorius" }],
        scores: { Human: { D1: [2, 3] }, Phi: { D1: [1, 0] } },
      }),
    },
    counts: { samples: 1, criteria: 2, ratings: 4, annotators: 1, judges: 1 },
  },
  {
    name: "Label Studio",
    files: {
      "project-1-at-2024-03-01.json": JSON.stringify([
        {
          id: 31,
          data: { prompt: "Q", response: "A", url: "u" },
          annotations: [
            {
              ...{ id: 1, completed_by: 5, created_at: "2024-03-01T10:00:00Z", was_cancelled: false },
              result: [result("clear", "rating", { rating: 4 }), result("kind", "choices", { choices: ["true"] })],
            },
          ],
          predictions: [{ model_version: "v2", result: [result("clear", "rating", { rating: 3 })] }],
        },
      ]),
    },
    options: ["--scale", "clear=1-5,kind=true|false"],
    counts: { samples: 1, criteria: 2, ratings: 3, annotators: 1, judges: 1 },
  },
  {
    name: "Argilla",
    files: {
      "records.json": JSON.stringify([
        {
          ...{ id: "r9", fields: { instruction: "Q", response: "A" }, metadata: { source: "web" }, vectors: {} },
          responses: { quality: [{ value: 4, user_id: "u1", status: "submitted" }], tone: [{ value: "warm", user_id: "u1" }] },
          suggestions: { quality: { value: 2, score: 0.8, agent: "m1" } },
        },
      ]),
    },
    options: ["--scale", "quality=1-5,tone=warm|cold"],
    counts: { samples: 1, criteria: 2, ratings: 3, annotators: 1, judges: 1 },
  },
  {
    name: "LangSmith",
    files: { "examples.jsonl": jsonl({ id: "e1", inputs: { question: "Q" }, outputs: { answer: "A" }, metadata: { split: "test" } }) },
    counts: { samples: 1 },
  },
  {
    name: "Langfuse",
    files: { "items.json": JSON.stringify([{ id: "d1", input: { question: "Q" }, expectedOutput: { answer: "A" }, status: "ACTIVE" }]) },
    counts: { samples: 1 },
  },
  { name: "OpenAI chats", files: { "chats.jsonl": jsonl({ messages: turns("Honey.") }) }, counts: { samples: 1 } },
  {
    name: "ShareGPT",
    files: {
      "sharegpt.json": JSON.stringify([
        {
          id: "c",
          conversations: [
            { from: "human", value: "Q" },
            { from: "gpt", value: "A" },
          ],
        },
      ]),
    },
    counts: { samples: 1 },
  },
];

const llmbarSubsets = {
  CaseStudy: ["Base_10", "Base_9", "Constraint", "Negation", "Normal"],
  LLMBar: ["Adversarial/GPTInst", "Adversarial/GPTOut", "Adversarial/Manual", "Adversarial/Neighbor", "Natural"],
  Processed: ["FairEval", "LLMEval^2", "MT-Bench"],
};
const llmbarJudges = {
  CaseStudy: { models: ["ChatGPT", "GPT-4", "Falcon"], ways: ["CoT", "Metrics_Reference", "Swap", "Swap_CoT", "Vanilla"] },
  LLMBar: { models: ["ChatGPT-0301", "GPT-4", "Falcon"], ways: ["CoT", "Metrics", "Rating", "Swap", "Vanilla", "Vanilla_2shot"] },
  Processed: { models: ["ChatGPT", "PaLM2"], ways: ["Metrics_Reference", "Vanilla_NoRules"] },
};

/** What the twin of LLMBar's repository has. */
export const llmbarTwinCounts = { subsets: 13, samples: 26, judges: 30, files: 177, withoutWinner: 177 };

/** A twin of the whole LLMBar repository: every folder, its lists, and the kinds of files beside them; the texts are invented. */
export function llmbarTwin(): Record<string, string> {
  const files: Record<string, string> = {
    "README.md": "# LLMBar",
    "requirements.txt": "openai",
    "LLMEvaluator/evaluate.py": "pass",
    "LLMEvaluator/evaluators/config/ChatGPT/CoT.json": JSON.stringify({ model: "gpt-3.5-turbo", temperature: 0, template: ["CoT.txt"] }),
    "LLMEvaluator/evaluators/prompts/comparison/CoT.txt": "Which is better?",
  };
  for (const part of ["CaseStudy", "LLMBar", "Processed"] as const)
    for (const subset of llmbarSubsets[part]) {
      const pairs = [1, 2].map((label) => ({ input: `${subset} asks ${label}`, output_1: "One.", output_2: "Two.", label }));
      files[`Dataset/${part}/${subset}/dataset.json`] = JSON.stringify(pairs);
      for (const model of llmbarJudges[part].models)
        for (const way of llmbarJudges[part].ways) {
          const folder = `Dataset/${part}/${subset}/evaluators/${model}/${way}`;
          files[`${folder}/result.json`] = JSON.stringify(pairs.map((pair) => ({ ...pair, results: steps(way, pair.label) })));
          files[`${folder}/statistics.json`] = JSON.stringify({ correct_False: "2 / 2 = 100.0%", equal: "1 / 2 = 50.0%", kappa_False: 1 });
        }
    }
  return files;
}

/** The first pair is judged right in both orders; of the second the swapped order has no winner. */
function steps(way: string, label: number): unknown[] {
  const verdict = (first: string | null, second: string | null, prompt?: string) => ({
    "swap = False": { completion: ["Output (a) is better.", "stop"], ...(prompt && { prompt }), winner: first },
    "swap = True": { completion: ["", "stop"], ...(prompt && { prompt }), winner: second },
  });
  const last = (prompt?: string) => verdict(String(label), label === 1 ? "1" : null, prompt);
  if (way.startsWith("Swap")) return [verdict("2", "1"), last("They contradict each other.")];
  return way.startsWith("Metrics") ? [["Is it true?", "stop"], last()] : [last()];
}
