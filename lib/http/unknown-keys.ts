import "server-only";
import type { z } from "zod";

/** Zod's own description of a schema, as far as the walk needs it. */
interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  options?: readonly z.ZodType[];
  items?: readonly z.ZodType[];
  getter?: () => z.ZodType;
}

type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The places of keys in a valid value that its schema does not know; parsing alone would drop them in silence. */
export function unknownKeys(schema: z.ZodType, value: unknown, path: Path = []): Path[] {
  const def = schema._zod.def as unknown as Def;
  if (def.type === "object" && isObject(value)) return inObject(def, value, path);
  if (def.type === "array" && def.element && Array.isArray(value)) {
    const { element } = def;
    return value.flatMap((entry, index) => unknownKeys(element, entry, [...path, index]));
  }
  if (def.type === "tuple" && Array.isArray(value)) {
    return (def.items ?? []).flatMap((item, index) => unknownKeys(item, value[index], [...path, index]));
  }
  if (def.type === "record" && def.valueType && isObject(value)) {
    const { valueType } = def;
    return Object.entries(value).flatMap(([key, entry]) => unknownKeys(valueType, entry, [...path, key]));
  }
  if (def.type === "union") return inUnion(def.options ?? [], value, path);
  if (def.type === "intersection" && def.left && def.right) {
    const right = new Set(unknownKeys(def.right, value, path).map(String));
    return unknownKeys(def.left, value, path).filter((place) => right.has(String(place)));
  }
  const inner = def.innerType ?? def.in ?? def.getter?.();
  return inner === undefined ? [] : unknownKeys(inner, value, path);
}

function inObject({ shape = {}, catchall }: Def, value: Record<string, unknown>, path: Path): Path[] {
  return Object.entries(value).flatMap(([key, entry]) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field !== undefined) return unknownKeys(field, entry, [...path, key]);
    return catchall === undefined ? [[...path, key]] : unknownKeys(catchall, entry, [...path, key]);
  });
}

/** When several options accept the value, the one that knows most of its keys decides. */
function inUnion(options: readonly z.ZodType[], value: unknown, path: Path): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const found = options.filter((option) => option.safeParse(value).success).map((option) => unknownKeys(option, value, path));
  return found.sort((a, b) => a.length - b.length)[0] ?? [];
}
