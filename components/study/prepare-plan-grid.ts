/** Neighbouring samples in the same arm, drawn as one bar. */
export interface GridBar {
  arm: number;
  from: number;
  length: number;
}

/** The bars of one seat in one column of the grid, from its string of arms. */
export function gridBars(cells: string): GridBar[] {
  const bars: GridBar[] = [];
  for (const [index, cell] of [...cells].entries()) {
    if (cell === "-") continue;
    const last = bars.at(-1);
    if (last && String(last.arm) === cell && last.from + last.length === index) last.length++;
    else bars.push({ arm: Number(cell), from: index, length: 1 });
  }
  return bars;
}

/** How many of a column's samples a seat rates in each arm. */
export const armCounts = (cells: string, arms: number): number[] =>
  Array.from({ length: arms }, (_, arm) => [...cells].filter((cell) => cell === String(arm)).length);
