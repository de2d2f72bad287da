import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { cohenKappa } from "@/lib/stats";
import { beside, type ReproducedFigure } from "./reproduced-figure";

const label = z.coerce.number().int().min(0).max(2);
const testset = z.array(z.object({ idx: z.number(), annotator1: label, annotator2: label, annotator3: label }));
const ofGpt = z.array(z.object({ idx: z.number(), gpt_result: z.unknown() }));
const ofPanda = z.array(z.object({ idx: z.number(), pandalm_result: z.unknown() }));

/** The files of PandaLM's checkout that hold what is recomputed. */
export const pandalmFiles = {
  testset: "data/testset-v1.json",
  gpt: "data/gpt-3.5-turbo-testset-v1.json",
  panda: "data/pandalm-7b-testset-v1.json",
} as const;

/** Cohen's kappa of every two annotators, and how many pairs have each label: printed in the README. */
const kappas: [first: 1 | 2 | 3, second: 1 | 2 | 3, printed: string][] = [
  [1, 2, "0.85"],
  [1, 3, "0.88"],
  [2, 3, "0.86"],
];
const labelCounts = ["105", "422", "472"];
/** F1 of each judge relative to another's, printed in the paper's abstract. */
const relativeF1 = "93.75";

type Files = Record<keyof typeof pandalmFiles, string>;

/**
 * PandaLM's agreement between people, its label counts, and how its judge compares with GPT-3.5. Labels are those that most of the three people gave.
 * Throws invalid_input, naming file and place.
 */
export function reproducePandalm(files: Files): ReproducedFigure[] {
  const pairs = read(testset, files.testset, pandalmFiles.testset);
  const columnOf = (annotator: 1 | 2 | 3) => pairs.map((pair) => pair[`annotator${annotator}`]);
  const majority = pairs.map(({ annotator1, annotator2, annotator3 }) => majorityOf([annotator1, annotator2, annotator3]));
  const f1Of = (results: { idx: number; result: unknown }[]) => {
    const given = new Map(results.map(({ idx, result }) => [idx, result === "Tie" ? 0 : Number(result)]));
    return macroF1(
      majority,
      pairs.map(({ idx }) => given.get(idx) ?? Number.NaN),
    );
  };
  const panda = f1Of(read(ofPanda, files.panda, pandalmFiles.panda).map(({ idx, pandalm_result: result }) => ({ idx, result })));
  const gpt = f1Of(read(ofGpt, files.gpt, pandalmFiles.gpt).map(({ idx, gpt_result: result }) => ({ idx, result })));
  return [
    ...kappas.map(([first, second, printed]) =>
      beside(
        `README, Cohen's kappa of annotators ${first} and ${second}`,
        printed,
        cohenKappa({ first: columnOf(first), second: columnOf(second) }).value,
        "Of all pairs of the release.",
      ),
    ),
    ...labelCounts.map((printed, value) =>
      beside(
        `README, pairs labelled ${value}`,
        printed,
        majority.filter((given) => given === value).length,
        "Labels that at least two of three people gave.",
      ),
    ),
    beside(
      "Abstract, macro F1 of PandaLM-7B in % of that of GPT-3.5",
      relativeF1,
      gpt === 0 ? null : (100 * panda) / gpt,
      "From the release's replies, against the majority label, an unreadable reply as a wrong one. The abstract does not say which replies it compares.",
    ),
  ];
}

/** The label that at least two gave; null if all differ. */
const majorityOf = (labels: [number, number, number]): number | null => labels.find((one, at) => labels.indexOf(one) !== at) ?? null;

/** Mean over the three labels of the harmonic mean of precision and recall; pairs without a majority label are left out. */
function macroF1(truth: readonly (number | null)[], given: readonly number[]): number {
  const scores = [0, 1, 2].map((value) => {
    const hits = truth.filter((one, at) => one === value && given[at] === value).length;
    const sought = truth.filter((one) => one === value).length;
    const said = truth.filter((one, at) => one !== null && given[at] === value).length;
    return hits === 0 ? 0 : (2 * hits) / (sought + said);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function read<S extends z.ZodType>(schema: S, text: string, path: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", `${path}: not JSON.`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [row, ...field] = issue?.path ?? [];
  throw new AppError("invalid_input", `${path}, entry ${typeof row === "number" ? row + 1 : "?"}, ${field.join(".")}: ${issue?.message}`);
}
