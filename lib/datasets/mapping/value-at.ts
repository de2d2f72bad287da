/** The value at a path such as `outputs.answer`, `turns[0].text` or `turns[-1]`, where a key of that very name comes first; undefined if there is none. */
export function valueAt(row: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let value: unknown = row;
  for (const step of stepsOf(path)) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value)) value = value.at(Number(step));
    else value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }
  return value;
}

const steps = new Map<string, string[]>();

function stepsOf(path: string): string[] {
  const known = steps.get(path);
  if (known) return known;
  const made = path.replaceAll(/\[(-?\d+)\]/g, ".$1").split(".");
  if (steps.size < 1000) steps.set(path, made);
  return made;
}

/** The top-level column that a path begins in. */
export const columnOfPath = (names: readonly string[], path: string): string => (names.includes(path) ? path : (stepsOf(path)[0] ?? path));
