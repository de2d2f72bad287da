import { swapOutputNames } from "@/lib/domain/pair-outputs";
import type { Brief, Drafted } from "./protocol";

/** The brief as the judge sees it: in a swapped run, the outputs of the pair are exchanged. */
export function turnBrief(brief: Brief): Brief {
  const { sample, variant } = brief;
  if (variant !== "swapped" || sample.outputB === null) return brief;
  return { ...brief, sample: { ...sample, output: sample.outputB, outputB: sample.output } };
}

/**
 * Unswaps the draft of a swapped run: the preference changes its sign and the lines name the outputs as they are stored. The reply and the other
 * details stay in the order the judge saw, which `details.order` records.
 */
export function turnBack(drafted: Drafted, brief: Pick<Brief, "variant" | "task">): Drafted {
  if (brief.variant !== "swapped" || brief.task.kind !== "pairwise") return drafted;
  const { score, items, details } = drafted.content;
  return {
    ...drafted,
    content: {
      ...drafted.content,
      // `0 -` rather than `-`, so that a tie stays 0 and does not become -0.
      score: score === null ? null : 0 - score,
      items: items.map((item) => ({ ...item, text: swapOutputNames(item.text) })),
      details: { ...details, order: "BA" },
    },
  };
}
