import { describe, expect, it } from "vitest";
import { coevalFigures, coevalFiles } from "@/lib/testing/coeval";
import { reproduceBirds } from "./birds";
import { reproduceCoeval } from "./coeval";
import { reproduceDialSummEval } from "./dialsummeval";
import { reproduceLlmbar } from "./llmbar";
import { reproducePandalm } from "./pandalm";
import { beside, type ReproducedFigure } from "./reproduced-figure";

const named = (figures: ReproducedFigure[], name: string) => figures.find(({ figure }) => figure === name);

describe("a figure beside the printed one", () => {
  it("is equal if it rounds to what is printed, and its difference is kept in full", () => {
    expect(beside("x", "84.6", 84.5656, "why")).toMatchObject({ published: 84.6, equal: true, why: null });
    expect(beside("x", "84.6", 84.6812, "why")).toMatchObject({ equal: false, why: "why", difference: expect.closeTo(0.0812, 10) });
    expect(beside("x", "0.85", 0.845)).toMatchObject({ equal: true });
    expect(beside("x", "105", 105.4).equal).toBe(true);
    expect(beside("x", "105", 105.6).equal).toBe(false);
    expect(beside("x", "1", null, "no data")).toEqual({
      figure: "x",
      published: 1,
      ours: null,
      difference: null,
      equal: null,
      why: "no data",
    });
  });
});

describe("CoEval's release, by its committed excerpt", () => {
  const files = coevalFiles().map(({ path, bytes }) => ({ path, size: bytes.byteLength, bytes: async () => bytes }));

  it("gives the shares of actions that the excerpt's own reference has", async () => {
    const figures = await reproduceCoeval(files);
    for (const task of ["ELI5", "ROCStories"]) {
      const { overall, score, evidence } = coevalFigures(task).actions.chatgpt;
      const percent = ({ share }: { share: number }) => expect.closeTo(100 * share, 9);
      expect(named(figures, `Table 14, ${task}, accepted in %`)?.ours).toEqual(percent(overall.accept));
      expect(named(figures, `Table 14, ${task}, score, revised in %`)?.ours).toEqual(percent(score.revise));
      expect(named(figures, `Table 14, ${task}, evidence, removed in %`)?.ours).toEqual(percent(evidence.remove));
      expect(named(figures, `Table 14, ${task}, added in %`)?.ours).toEqual(percent(overall.add));
    }
    expect(named(figures, "Table 14, ELI5, accepted in %")?.published).toBe(81.16);
  });

  it("says what the release lacks, task by task and table by table", async () => {
    const figures = await reproduceCoeval(files);
    expect(named(figures, "Table 14, Self-Instruct, accepted in %")).toMatchObject({
      ...{ published: 91.49, ours: null, equal: null },
      why: "There are no annotators of Self-Instruct in these files.",
    });
    expect(named(figures, "Table 1, ICC, GSM8K")?.why).toBe("The release has nothing of the criteria stage.");
    expect(named(figures, "Table 10, ROCStories, mean Pearson, people alone")).toMatchObject({
      published: 0.45,
      why: expect.stringContaining("no scores of people who saw no draft"),
    });
    expect(named(figures, "Table 5, GSM8K, step by step, Spearman")?.why).toBe("The release has no GSM8K.");
    const alpha = named(figures, "Section 5.3, ELI5, alpha of group 2 (A01, A02)");
    const { ordinal } = coevalFigures("ELI5").agreement.pairs.find(({ a, b }: { a: string; b: string }) => a === "A01" && b === "A02");
    expect(alpha).toMatchObject({ published: "> 0.8", ours: expect.closeTo(ordinal.value, 9), equal: ordinal.value > 0.8 });
  });

  it("refuses a broken release, naming the file", async () => {
    const bytes = Buffer.from("{");
    await expect(reproduceCoeval([{ path: "combine_data.json", size: 1, bytes: async () => bytes }])).rejects.toThrow("combine_data.json");
  });
});

describe("LLMBar's checkout, by a made-up twin", () => {
  const file = (path: string, value: unknown) => ({ path: `Dataset/LLMBar/${path}`, bytes: Buffer.from(JSON.stringify(value)) });
  const pair = (label: number) => ({ input: "Count to three.", output_1: "1 2 3", output_2: "3 2 1", label });
  const reply = (plain: unknown, swapped: unknown) => ({
    results: [["an earlier step"], { "swap = False": { winner: plain }, "swap = True": { winner: swapped } }],
  });
  const twin = (statistics: object, replies: unknown[]) => [
    file("Natural/dataset.json", [1, 2, 1, 2].map(pair)),
    file("Natural/evaluators/M/Vanilla/result.json", replies),
    file("Natural/evaluators/M/Vanilla/statistics.json", statistics),
  ];
  const replies = [reply("1", "1"), reply("2", "1"), reply(1, "?"), reply("1", "1")];
  const statistics = { correct_average: "50.0%", equal: "2 / 4 = 49.0%", kappa_agreement: 0.1 };

  it("accuracy is the mean of both orders, agreement that of the two verdicts, from the last step of each result", async () => {
    const figures = await reproduceLlmbar(twin(statistics, replies));
    expect(figures).toMatchObject([
      { figure: "Natural, M/Vanilla: accuracy in %", published: 50, ours: 50, equal: true },
      {
        figure: "Natural, M/Vanilla: positional agreement in %",
        published: 49,
        ours: 50,
        equal: false,
        why: expect.stringMatching(/^1 of 8 replies name no winner/),
      },
      { figure: "Natural, M/Vanilla: kappa of the two orders", published: 0.1, equal: false },
    ]);
    const [better] = await reproduceLlmbar(twin(statistics, [reply("1", "1"), reply("2", "1"), reply("1", "1"), reply("2", "1")]));
    expect(better?.ours).toBe(75);
  });

  it("refuses results that do not fit the pairs, and a folder without LLMBar", async () => {
    await expect(reproduceLlmbar(twin(statistics, replies.slice(1)))).rejects.toThrow(
      "result.json: 3 results, but Dataset/LLMBar/Natural/dataset.json has 4 pairs",
    );
    await expect(reproduceLlmbar(twin({ equal: "1%" }, replies))).rejects.toThrow("statistics.json: correct_average");
    const broken = [{ path: "Dataset/LLMBar/Natural/dataset.json", bytes: Buffer.from("[{") }];
    await expect(reproduceLlmbar(broken)).rejects.toThrow(/^Dataset\/LLMBar\/Natural\/dataset\.json: /);
    await expect(reproduceLlmbar([])).rejects.toThrow("give the path of LLMBar's checkout");
  });
});

describe("PandaLM's checkout, by a made-up twin", () => {
  const labels = [
    [1, 1, 2],
    [2, 2, 2],
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2],
    [0, 1, 1],
    [0, 1, 2],
  ];
  const testset = labels.map(([annotator1, annotator2, annotator3], idx) => ({ idx, annotator1, annotator2, annotator3 }));
  const results = (key: string, given: unknown[]) => JSON.stringify(given.map((result, idx) => ({ idx, [key]: result })));
  const files = {
    testset: JSON.stringify(testset),
    gpt: results("gpt_result", ["1", "2", "Tie", "2", "garbage", "1", "1"]),
    panda: results("pandalm_result", [1, 2, 0, 1, 2, 0, 1]),
  };

  it("kappa of every two people, the majority labels, and both judges' F1", () => {
    const figures = reproducePandalm(files);
    const kappas = [10 / 17, 13 / 34, 9 / 16];
    expect(figures.slice(0, 3).map(({ ours }) => ours)).toEqual(kappas.map((kappa) => expect.closeTo(kappa, 12)));
    expect(figures.slice(3, 6).map(({ figure, ours }) => [figure, ours])).toEqual([
      ["README, pairs labelled 0", 1],
      ["README, pairs labelled 1", 3],
      ["README, pairs labelled 2", 2],
    ]);
    // F1 of labels 0, 1 and 2: 2/3, 4/5, 1 for PandaLM; 1, 4/5, 1/2 for GPT-3.5. The last pair has no majority.
    expect(figures.at(-1)?.ours).toBeCloseTo((100 * (2 / 3 + 4 / 5 + 1)) / (1 + 4 / 5 + 1 / 2), 9);
  });

  it("refuses a label that is none, naming file and entry", () => {
    const wrong = { ...files, testset: JSON.stringify([...testset, { idx: 7, annotator1: 3, annotator2: 1, annotator3: 1 }]) };
    expect(() => reproducePandalm(wrong)).toThrow("data/testset-v1.json, entry 8, annotator1");
  });
});

describe("DialSummEval's annotations, by a made-up twin", () => {
  const scored = (scores: number[], fluency = scores) =>
    JSON.stringify({
      ...{ id: "1", dialogue: "| A: Hi", summary: "Hi.", model_id: "A" },
      annotations: scores.map((one, at) => ({ coherence: one, consistency: 6 - one, fluency: fluency[at], relevance: one })),
    });
  const twin = `${scored([1, 1, 1], [5, 5, 5])}\n${scored([1, 1, 3], [5, 4, 5])}\n${scored([3, 3, 3], [5, 5, 5])}\n`;

  it("alpha of each criterion at the interval level, and without the odd one of three", () => {
    const figures = reproduceDialSummEval(twin);
    // Coherence: five 1 and four 3. Observed (0 + 2 * 2 * 4 / 2 + 0) / 9, expected 2 * 5 * 4 * 4 / (9 * 8).
    expect(named(figures, "Alpha of three annotators, coherence")?.ours).toBeCloseTo(1 - 8 / 9 / (160 / 72), 12);
    expect(named(figures, "Alpha of three annotators, consistency")?.ours).toBeCloseTo(1 - 8 / 9 / (160 / 72), 12);
    expect(named(figures, "Alpha of three annotators, fluency")?.ours).toBeCloseTo(0, 12);
    expect(named(figures, "The same without the odd one of three, coherence")).toMatchObject({
      ...{ published: 0.7564020052749023, ours: 1, equal: false },
      why: expect.stringContaining("other coherence scores than the authors'"),
    });
    // Only fives are left.
    expect(named(figures, "The same without the odd one of three, fluency")).toMatchObject({ ours: null, equal: null });
    expect(named(figures, "Alpha of three annotators, relevance")).toMatchObject({
      published: 0.38671951755027045,
      equal: false,
      why: null,
    });
  });

  it("keeps three different scores, and refuses what is no annotation, naming the line", () => {
    const split = reproduceDialSummEval(`${scored([1, 2, 5])}\n${scored([2, 2, 2])}`);
    // Squared distances: observed (26 * 2 / 2) / 6, expected 2 * (4 + 16 + 36) / (6 * 5).
    expect(named(split, "Alpha of three annotators, coherence")?.ours).toBeCloseTo(1 - 26 / 6 / (112 / 30), 12);
    expect(named(split, "The same without the odd one of three, coherence")?.ours).toBe(
      named(split, "Alpha of three annotators, coherence")?.ours,
    );
    expect(() => reproduceDialSummEval(`${twin}${scored([1, 2])}`)).toThrow("human_judgment.jsonl, line 4, annotations");
    expect(() => reproduceDialSummEval(`${twin}{`)).toThrow("human_judgment.jsonl, line 4: not JSON");
    expect(() => reproduceDialSummEval("")).toThrow("no annotations");
  });
});

describe("the bird study, by a made-up twin", () => {
  const twin = {
    metrics: ["Class", "Family"].map((name) => ({ name })),
    raters: { Human: "annotator", Phi: "judge" },
    samples: [
      { id: "a", answer: "a small wren on a twig", species: "Wren" },
      { id: "b", answer: "bird", species: "Grey Heron" },
      { id: "c", answer: "heron", species: "Grey Heron" },
      { id: "d", answer: "duck", species: "Coot" },
    ],
    scores: {
      Human: { a: [2, 3], b: [1, 0], c: [0, 2], d: [2, 2] },
      Phi: { a: [2, 3], b: [2, 0], c: [0, 2], d: [1, 2] },
    },
  };

  it("accuracy is one minus the RMSE over 15, by metric and in total", () => {
    const figures = reproduceBirds(JSON.stringify(twin), "scores.json");
    expect(named(figures, "Figure 9, accuracy in %, Phi, Class")?.ours).toBeCloseTo(100 - (100 * Math.sqrt(2 / 4)) / 15, 9);
    expect(named(figures, "Figure 9, accuracy in %, Phi, Family")).toMatchObject({ published: 96, ours: 100, equal: false });
    expect(named(figures, "Section 6.3, RMSE of the total, Phi")?.ours).toBeCloseTo(Math.sqrt(2 / 4), 12);
    // Totals: 5, 1, 2, 4 and 5, 2, 2, 3.
    expect(named(figures, "Abstract, correlation with the person, Phi")?.ours).toBeCloseTo(7 / Math.sqrt(10 * 6), 9);
  });

  it("string match is recomputed from the answers, and from nothing else", () => {
    const figures = reproduceBirds(JSON.stringify(twin), "scores.json");
    expect(named(figures, "Section 7.4, string match, sum")).toMatchObject({ published: 12.5, ours: 1.5, equal: false });
    expect(named(figures, "Section 7.4, string match, accuracy in %")).toMatchObject({ published: 50, ours: 37.5 });
    // Phi's totals: 5, 2, 2, 3 of 15.
    expect(named(figures, "Section 7.4, sum of the normalised totals, Phi")?.ours).toBeCloseTo(12 / 15, 12);
    expect(named(figures, "Section 7.4, mean normalised total in %, Phi")?.ours).toBeCloseTo(20, 12);
    const without = { ...twin, samples: twin.samples.map(({ id }) => ({ id })) };
    expect(named(reproduceBirds(JSON.stringify(without), "scores.json"), "Section 7.4, string match, sum")).toMatchObject({
      ours: null,
      why: expect.stringContaining("every answer"),
    });
  });

  it("refuses another file, naming it", () => {
    expect(() => reproduceBirds("{", "x/scores.json")).toThrow("x/scores.json: not JSON.");
    expect(() => reproduceBirds("{}", "x/scores.json")).toThrow("x/scores.json: not the bird study's scores: metrics");
  });
});
