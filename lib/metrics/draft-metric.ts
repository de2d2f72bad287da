import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { isOnScale } from "@/lib/domain/scale-points";
import type { Metric, NoScore } from "./metrics";

/** A sample as a metric looks at it; of a pairwise sample `outputB` is the second output. */
export interface MeasuredSample {
  output: string;
  outputB: string | null;
  reference: string | null;
}

/** A draft that has a score. */
export type ScoredContent = DraftContent & { score: number };

/**
 * What a metric says of a sample: its score; of a pair which output has the higher one (the one nearer to the reference, the longer one), as a score
 * of the preference scale given. Or why it says nothing.
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
  if (!isOnScale(scale, score)) return { why: `Both outputs have the same ${metric.title}, ${a}, and the scale knows no tie.` };
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
