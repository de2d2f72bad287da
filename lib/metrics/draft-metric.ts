import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { isOnScale } from "@/lib/domain/scale-points";
import type { Metric, NoScore } from "./metrics";

/** A sample as a metric sees it; `outputB` is the second output of a pairwise sample. */
export interface MeasuredSample {
  output: string;
  outputB: string | null;
  reference: string | null;
}

/** A draft that has a score. */
export type ScoredContent = DraftContent & { score: number };

/**
 * A metric's draft for a sample: its score; for a pair, the output with the higher score (nearer to the reference, or longer), as a score
 * on the given preference scale. Or the reason why there is none.
 */
export function draftMetric(metric: Metric, sample: MeasuredSample, scale: Scale): ScoredContent | NoScore {
  return sample.outputB === null ? draftScore(metric, sample) : draftPreference(metric, { ...sample, outputB: sample.outputB }, scale);
}

const subject = (metric: Metric) => `${metric.title}${metric.needsReference ? " against the reference" : ""}`;

function draftScore(metric: Metric, sample: MeasuredSample): ScoredContent | NoScore {
  const score = metric.score(sample);
  if (typeof score !== "number") return score;
  return {
    score,
    items: [{ kind: "score", text: `Score: ${score}` }],
    raw: `${subject(metric)}: ${score}`,
    details: { metric: metric.name },
  };
}

function draftPreference(metric: Metric, pair: MeasuredSample & { outputB: string }, scale: Scale): ScoredContent | NoScore {
  const a = metric.score(pair);
  const b = metric.score({ output: pair.outputB, reference: pair.reference });
  if (typeof a !== "number") return a;
  if (typeof b !== "number") return b;
  const score = Math.sign(a - b);
  if (!isOnScale(scale, score)) return { why: `Both outputs have the same ${metric.title}, ${a}, and the scale has no tie.` };
  const verdict = { A: "[A]", B: "[B]", tie: "tie" }[preferenceOf(score)];
  const found = `${subject(metric)}: [A] ${a}, [B] ${b}.`;
  return {
    score,
    items: [
      { kind: "conclusion", text: found },
      { kind: "score", text: `Verdict: ${verdict}` },
    ],
    raw: `${found} The higher one is preferred: ${verdict}`,
    details: { metric: metric.name, a, b },
  };
}
