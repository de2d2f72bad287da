import { swapOutputNames } from "@/lib/domain/pair-outputs";
import type { Brief, Drafted } from "./protocol";

/** A brief as a judge gets it: in a swapped run with the outputs of the pair in the other order. */
export function turnBrief(brief: Brief): Brief {
  const { sample, variant } = brief;
  if (variant !== "swapped" || sample.outputB === null) return brief;
  return { ...brief, sample: { ...sample, output: sample.outputB, outputB: sample.output } };
}

/**
 * A draft of a swapped run told in the sample's own order: the preference changes its sign and the lines name the outputs as they are stored.
 * The reply stays as it came, and so does what was found on the way; `details.order` says in which order that was.
 */
export function turnBack(drafted: Drafted, brief: Pick<Brief, "variant" | "task">): Drafted {
  if (brief.variant !== "swapped" || brief.task.kind !== "pairwise") return drafted;
  const { score, items, details } = drafted.content;
  return {
    ...drafted,
    content: {
      ...drafted.content,
      // 0 - score, since the opposite of a tie is a tie and not -0.
      score: score === null ? null : 0 - score,
      items: items.map((item) => ({ ...item, text: swapOutputNames(item.text) })),
      details: { ...details, order: "BA" },
    },
  };
}
