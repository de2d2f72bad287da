import { z } from "zod";
import { readJson } from "@/lib/datasets/read-json";
import { subsetOf } from "@/lib/datasets/subset-of";
import type { TarEntry } from "@/lib/datasets/tar";
import { AppError } from "@/lib/domain/errors";
import { problemSentence } from "@/lib/domain/import";
import type { Preference } from "@/lib/domain/pair-outputs";
import { cohenKappa, wilson } from "@/lib/stats";
import { beside, type ReproducedFigure } from "./reproduced-figure";

const order = z.object({ winner: z.unknown() });
const last = z.object({ "swap = False": order, "swap = True": order });
/** Steps that come before the verdicts are of other shapes. */
const results = z.array(
  z.object({
    results: z
      .array(z.unknown())
      .transform((steps) => steps.at(-1))
      .pipe(last),
  }),
);
/** What the release's script wrote beside its results: shares as "95 / 100 = 95.0%". */
const statistics = z.object({ correct_average: z.string(), equal: z.string(), kappa_agreement: z.number() });

/**
 * The accuracy (mean of both orders), the positional agreement rate, and kappa between the orders of every evaluator in LLMBar's checkout, from its
 * replies and the labels of `dataset.json`. Throws invalid_input, naming file and place.
 */
export async function reproduceLlmbar(files: readonly TarEntry[]): Promise<ReproducedFigure[]> {
  const found: ReproducedFigure[] = [];
  const text = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
  const datasets = files.filter(({ path }) => /(?:^|\/)LLMBar\//.test(path) && /\/dataset\.json$/.test(path));
  if (datasets.length === 0)
    throw new AppError("invalid_input", "There is no Dataset/LLMBar/…/dataset.json: give the path of LLMBar's checkout.");
  for (const dataset of datasets) {
    const folder = dataset.path.slice(0, -"dataset.json".length);
    const gold = await labelsOf(dataset);
    const ofSubset = files.filter(({ path }) => path.startsWith(`${folder}evaluators/`) && path.endsWith("/statistics.json"));
    for (const { path } of ofSubset) {
      const evaluator = path.slice(`${folder}evaluators/`.length, -"/statistics.json".length);
      const resultPath = path.replace(/statistics\.json$/, "result.json");
      const published = parse(statistics, text.get(path) ?? "", path);
      const replies = parse(results, text.get(resultPath) ?? "", resultPath);
      if (replies.length !== gold.length)
        throw new AppError("invalid_input", `${resultPath}: ${replies.length} results, but ${dataset.path} has ${gold.length} pairs.`);
      found.push(...figuresOf(`${subsetOf(dataset.path)}, ${evaluator}`, published, gold, replies));
    }
  }
  return found;
}

async function labelsOf(dataset: TarEntry): Promise<(Preference | null)[]> {
  const labels: (Preference | null)[] = [];
  for await (const batch of readJson(dataset.path, dataset.bytes, { taskName: "", mapping: null, subset: null }))
    for (const event of batch) {
      if (event.kind === "problem") throw new AppError("invalid_input", problemSentence(event));
      if (event.kind === "sample") labels.push(event.goldLabel);
    }
  return labels;
}

type Replies = z.output<typeof results>;

function figuresOf(
  name: string,
  published: z.output<typeof statistics>,
  gold: (Preference | null)[],
  replies: Replies,
): ReproducedFigure[] {
  const verdictsIn = (key: "swap = False" | "swap = True") => replies.map((pair) => verdictOf(pair.results[key].winner));
  const [plain, swapped] = [verdictsIn("swap = False"), verdictsIn("swap = True")];
  const share = (hits: boolean[]) => wilson({ successes: hits.filter(Boolean).length, n: hits.length }).value;
  const accuracy = (verdicts: readonly Verdict[]) => share(verdicts.map((verdict, at) => verdict === gold[at]));
  const [first, second] = [accuracy(plain), accuracy(swapped)];
  const same = share(plain.map((verdict, at) => verdict === swapped[at]));
  const kappa = cohenKappa({ first: plain.map(asNumber), second: swapped.map(asNumber) });
  const none = [...plain, ...swapped].filter((verdict) => verdict === null).length;
  const unread =
    none === 0
      ? null
      : `${none} of ${2 * gold.length} replies name no winner: wrong, and a verdict of its own here; the release's kappa counts it as verdict 2.`;
  return [
    beside(
      `${name}: accuracy in %`,
      percentIn(published.correct_average),
      first === null || second === null ? null : 50 * (first + second),
      unread,
    ),
    beside(`${name}: positional agreement in %`, percentIn(published.equal), same === null ? null : 100 * same, unread),
    beside(
      `${name}: kappa of the two orders`,
      String(published.kappa_agreement),
      kappa.value,
      unread ?? (kappa.value === null ? `undefined: ${kappa.why}` : null),
    ),
  ];
}

type Verdict = "A" | "B" | null;
const verdictOf = (winner: unknown): Verdict => (String(winner) === "1" ? "A" : String(winner) === "2" ? "B" : null);
const asNumber = (verdict: Verdict) => (verdict === "A" ? 1 : verdict === "B" ? 2 : 0);

/** The number before the last percent sign, as it is written. */
const percentIn = (text: string): string => /(?<![\d.])([\d.]+)%$/.exec(text)?.[1] ?? "NaN";

function parse<S extends z.ZodType>(schema: S, text: string, path: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", `${path}: missing, or not JSON.`, { cause });
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError("invalid_input", `${path}: ${issue?.path.join(".")}: ${issue?.message}`);
}
