import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { krippendorffAlpha } from "@/lib/stats";
import { beside, type ReproducedFigure } from "./reproduced-figure";

/** The file of DialSummEval's checkout that holds what is recomputed. */
export const dialSummEvalFile = "annotation_campus/human_judgment.jsonl";

const criteria = ["coherence", "consistency", "fluency", "relevance"] as const;
type Criterion = (typeof criteria)[number];

const score = z.number().min(1).max(5);
const line = z.object({
  id: z.string(),
  annotations: z.array(z.object({ coherence: score, consistency: score, fluency: score, relevance: score })).length(3),
});

/** What the study's reproduction (github.com/tricodex/Reproducing_DialSummEval) printed of the authors' annotators, at the interval level. */
const printed: Readonly<Record<"all" | "cleaned", Record<Criterion, string>>> = {
  all: {
    coherence: "0.3785576910327453",
    consistency: "0.492762621233651",
    fluency: "0.13361325787541334",
    relevance: "0.38671951755027045",
  },
  cleaned: {
    coherence: "0.7564020052749023",
    consistency: "0.6709247287723659",
    fluency: "0.6781873766563293",
    relevance: "0.5620838662718799",
  },
};

const otherScores =
  "The reproduction's copy of the file has other coherence scores than the authors' (654 of 4,200); on that copy ours is equal to it.";

/**
 * Krippendorff's alpha of DialSummEval's three annotators on each criterion, of all scores and without the one that differs where two are equal, beside
 * what its reproduction printed. Throws invalid_input, naming the line.
 */
export function reproduceDialSummEval(text: string): ReproducedFigure[] {
  const rows = text.split("\n").flatMap((each, index) => (each.trim() === "" ? [] : [read(each, index + 1)]));
  if (rows.length === 0) throw new AppError("invalid_input", `${dialSummEvalFile}: no annotations.`);
  const alphaOf = (ratings: (number | null)[][]) => krippendorffAlpha({ ratings, level: "interval", interval: "none" }).value;
  return criteria.flatMap((criterion) => {
    const ratings = rows.map(({ annotations }) => annotations.map((given) => given[criterion]));
    const why = criterion === "coherence" ? otherScores : null;
    return [
      beside(`Alpha of three annotators, ${criterion}`, printed.all[criterion], alphaOf(ratings), why),
      beside(`The same without the odd one of three, ${criterion}`, printed.cleaned[criterion], alphaOf(ratings.map(withoutOddOne)), why),
    ];
  });
}

/** If two of three scores are equal, the third, which differs, counts as missing. */
const withoutOddOne = (scores: number[]): (number | null)[] => {
  const isShared = (one: number) => scores.filter((other) => other === one).length > 1;
  return scores.some(isShared) ? scores.map((one) => (isShared(one) ? one : null)) : scores;
};

function read(text: string, number: number): z.output<typeof line> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", `${dialSummEvalFile}, line ${number}: not JSON.`, { cause });
  }
  const parsed = line.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("invalid_input", `${dialSummEvalFile}, line ${number}, ${issue?.path.join(".")}: ${issue?.message}`);
}
