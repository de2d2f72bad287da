import { figuresOf } from "../charts/format";

/** "1 sample that you have open is left out, whether it fits or not": why a list may fall short of its figure's n; null if none is. */
export const leftOutWords = (samples: number): string | null =>
  samples === 0
    ? null
    : `${figuresOf(samples, "sample")} that you have open ${samples === 1 ? "is left out, whether it fits" : "are left out, whether they fit"} or not`;
