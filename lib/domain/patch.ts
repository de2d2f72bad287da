import { z } from "zod";

type WithoutDefault<T> = T extends z.ZodDefault<infer I> ? I : T extends z.ZodPrefault<infer I> ? I : T;

/**
 * The schema of a partial change: every field optional and without its default. `.partial()` alone would fill the defaults in again,
 * so that renaming a task would empty its guidelines.
 */
export function patchOf<S extends z.ZodRawShape>(shape: S) {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field),
  ]);
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<{ [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> }>;
}
