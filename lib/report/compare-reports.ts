/** A figure, by its place in the report, that a later computation gives differently; `now` is undefined where it gives none. */
export interface DifferingFigure {
  figure: string;
  frozen: unknown;
  now: unknown;
}

/**
 * Compares every figure, word and reason of a frozen report with a recomputed one, exactly. What only the recomputed one has does not matter: later
 * versions add to a report. Returns how many were compared and those that differ.
 */
export function compareReports(frozen: unknown, now: unknown): { compared: number; differing: DifferingFigure[] } {
  const differing: DifferingFigure[] = [];
  let compared = 0;
  const compare = (want: unknown, got: unknown, place: string): void => {
    if (want === null || typeof want !== "object") {
      compared += 1;
      if (want !== got) differing.push({ figure: place, frozen: want, now: got });
      return;
    }
    if (Array.isArray(want) && Array.isArray(got) && got.length !== want.length)
      differing.push({ figure: `${place}.length`, frozen: want.length, now: got.length });
    if (typeof got !== "object" || got === null) {
      differing.push({ figure: place, frozen: want, now: got });
      return;
    }
    const parts = got as Record<string, unknown>;
    for (const [key, part] of Object.entries(want)) {
      const entry = Array.isArray(want) ? `${place}[${nameOf(part) ?? key}]` : place === "" ? key : `${place}.${key}`;
      compare(part, parts[key], entry);
    }
  };
  compare(frozen, now, "");
  return { compared, differing };
}

/** Two raters of a pair, or whatever an entry of a list is called. */
function nameOf(entry: unknown): string | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { a, b, name } = entry as Record<string, unknown>;
  if (typeof a === "string" && typeof b === "string") return `${a}, ${b}`;
  return typeof name === "string" ? name : null;
}
