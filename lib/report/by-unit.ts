/** Places of ratings, unit by unit: those of a unit are from `starts[unit]` to `starts[unit + 1]`, in their order. */
export interface ByUnit {
  starts: Int32Array;
  places: Int32Array;
}

/** Orders places by the unit that each lies on. */
export function byUnit(places: Int32Array, units: number, unitOf: (at: number) => number): ByUnit {
  const starts = new Int32Array(units + 1);
  for (const at of places) {
    const after = unitOf(at) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let unit = 0; unit < units; unit++) starts[unit + 1] = (starts[unit + 1] as number) + (starts[unit] as number);
  const next = starts.slice();
  const ordered = new Int32Array(places.length);
  for (const at of places) {
    const unit = unitOf(at);
    ordered[next[unit] as number] = at;
    next[unit] = (next[unit] as number) + 1;
  }
  return { starts, places: ordered };
}
