import { z } from "zod";

type Schema = Record<string, unknown>;
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Schema[]) : []);
const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, Schema>);

/** The places of free texts in a body: `criteria[].name`; `{}` is a key of any name. */
export function textsOf(body: z.ZodType): string[] {
  const root = z.toJSONSchema(body, { io: "input", unrepresentable: "any", reused: "inline" }) as Schema;
  const found = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    for (const one of ["anyOf", "oneOf", "allOf"].flatMap((list) => listOf(schema[list]))) walk(one, path);
    const isFixed = "enum" in schema || "const" in schema || ["uuid", "date-time", "date"].includes(String(schema.format));
    if (schema.type === "string" && !isFixed) found.add(path);
    for (const [key, one] of entriesOf(schema.properties)) walk(one, path === "" ? key : `${path}.${key}`);
    for (const one of listOf(schema.prefixItems)) walk(one, `${path}[]`);
    if (typeof schema.items === "object" && schema.items !== null) walk(schema.items as Schema, `${path}[]`);
    const more = schema.additionalProperties;
    if (typeof more === "object" && more !== null) walk(more as Schema, `${path}{}`);
  };
  walk(root, "");
  return [...found];
}
