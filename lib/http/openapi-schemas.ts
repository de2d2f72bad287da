import "server-only";
import { z } from "zod";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { schemaWords } from "@/lib/domain/api-schema-words";
import { apiSchemas } from "@/lib/domain/api-schemas";

export type JsonObject = Record<string, unknown>;
type Direction = "input" | "output";

const prefix = "#/components/schemas/";
const sentence = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

/** The names under which the parts of one endpoint are described, unless they are shared and have names of their own. */
const ownNames = (endpointName: string) => ({
  query: `${sentence(endpointName)}Query`,
  body: `${sentence(endpointName)}Body`,
  reply: `${sentence(endpointName)}Reply`,
});

/** Every schema of the interface as JSON Schema, by name: shared ones first, then those of single endpoints. */
export interface ApiComponents {
  /** What components.schemas holds. */
  schemas: Record<string, JsonObject>;
  /** A reference to an endpoint's body or reply. */
  refTo(schema: z.ZodType, direction: Direction): JsonObject;
  /** An endpoint's query as an object's schema, whose properties become parameters. */
  queryOf(schema: z.ZodType): JsonObject;
}

/** References in a schema, and through references in others. */
function reachable(names: Iterable<string>, from: Record<string, JsonObject>): Set<string> {
  const seen = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...refsIn(from[name]));
  }
  return seen;
}

const refsIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema ?? {}).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? "");

/** Replies may gain fields, so they never say that there are no others. */
function generate(registry: z.core.$ZodRegistry<{ id: string }>, io: Direction): Record<string, JsonObject> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: "any",
    uri: (id) => prefix + id,
    override: ({ zodSchema, jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      const words = z.globalRegistry.get(zodSchema)?.description;
      if (words !== undefined) jsonSchema.description = words;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, $id: __, id: ___, ...rest } = schema as JsonObject;
      return [name, rest];
    }),
  );
}

/** A body refuses keys that it does not know, and its description says so. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in inside && inside.type === "object" && inside.additionalProperties === undefined
    ? { ...inside, additionalProperties: false }
    : inside;
}

/** Names that differ between what is sent and what is returned (a field with a default may be left out of what is sent). */
function differing(input: Record<string, JsonObject>, output: Record<string, JsonObject>): Set<string> {
  const names = Object.keys(input);
  const found = new Set(names.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const name of names) if (refsIn(input[name]).some((ref) => found.has(ref))) found.add(name);
  }
  return found;
}

const renamed = (schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject =>
  JSON.parse(
    JSON.stringify(schema).replace(
      /"\$ref":"#\/components\/schemas\/(\w+)"/g,
      (_, name: string) => `"$ref":"${prefix}${names.get(name) ?? name}"`,
    ),
  );

/** Registers every schema of the table under one name each. Throws if two schemas want the same name. */
function registryOf(endpoints: Readonly<Record<string, Endpoint>>) {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>();
  const add = (schema: z.ZodType, id: string) => {
    if (names.has(schema)) return;
    names.set(schema, id);
    registry.add(schema, { id });
  };
  for (const [name, schema] of Object.entries(apiSchemas)) add(schema, name);
  const queries = new Set<string>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const own = ownNames(name);
    if (endpoint.query) {
      add(endpoint.query, own.query);
      queries.add(names.get(endpoint.query) ?? own.query);
    }
    if (endpoint.body) add(endpoint.body, own.body);
    if (endpoint.reply) add(endpoint.reply, own.reply);
  }
  return { registry, names, queries };
}

/** The schemas of all endpoints, each described once under its name. */
export function apiComponents(endpoints: Readonly<Record<string, Endpoint>>): ApiComponents {
  const { registry, names, queries } = registryOf(endpoints);
  const input = generate(registry, "input");
  const output = generate(registry, "output");
  const nameOf = (schema: z.ZodType) => names.get(schema) ?? "";
  const all = Object.values(endpoints);
  const returned = reachable(
    all.flatMap(({ reply }) => (reply ? [nameOf(reply)] : [])),
    output,
  );
  const sent = reachable(
    all.flatMap(({ body, query }) => [body, query].flatMap((schema) => (schema ? [nameOf(schema)] : []))),
    input,
  );
  const differ = differing(input, output);
  const sentNames = new Map([...sent].map((name) => [name, returned.has(name) && differ.has(name) ? `${name}Input` : name]));

  const schemas: Record<string, JsonObject> = {};
  const describe = (name: string, schema: JsonObject) => {
    schemas[name] = { ...schemaWords[name], ...schema };
  };
  for (const name of returned) describe(name, output[name] ?? {});
  for (const name of sent) {
    const sentName = sentNames.get(name) ?? name;
    if (!queries.has(name) && schemas[sentName] === undefined)
      describe(sentName, closed(renamed(input[name] ?? {}, sentNames)) as JsonObject);
  }
  return {
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
    refTo: (schema, direction) => {
      const name = nameOf(schema);
      return { $ref: prefix + (direction === "input" ? (sentNames.get(name) ?? name) : name) };
    },
    queryOf: (schema) => renamed(input[nameOf(schema)] ?? {}, sentNames),
  };
}
