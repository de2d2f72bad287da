import type { Figure } from "@/lib/domain/report";

/** Krippendorff's customary marks: below the first nothing can be relied on, between them conclusions are tentative. */
export const tentativeFrom = 0.667;
export const reliableFrom = 0.8;

/** An interval wider than this that crosses the mark says nothing yet. */
const tellingWidth = 0.3;

/** What one agreement figure allows to be said; always from its interval, never from the value alone. */
export type Verdict = "reliable" | "tentative" | "unreliable" | "chance" | "undecided" | "undefined";

/**
 * Reads one agreement figure. "reliable": the whole interval is at or above .667. "unreliable": all of it is below, and
 * above zero; "chance": below, and zero is in it. Where the interval crosses .667 it is "tentative" when narrow and
 * "undecided" when wide; a value without an interval is "undecided" too.
 */
export function verdictOf(figure: Figure | undefined): Verdict {
  if (!figure || figure.value === null) return "undefined";
  const interval = figure.interval;
  if (!interval) return "undecided";
  if (interval.low >= tentativeFrom) return "reliable";
  if (interval.high < tentativeFrom) return interval.low > 0 ? "unreliable" : "chance";
  return interval.high - interval.low <= tellingWidth ? "tentative" : "undecided";
}

/** The verdict as a label beside a figure. */
export const verdictLabel: Record<Verdict, string> = {
  reliable: "reliable",
  tentative: "tentative",
  unreliable: "not reliable",
  chance: "chance not excluded",
  undecided: "cannot tell yet",
  undefined: "not defined",
};
