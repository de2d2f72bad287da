import "server-only";
import { z } from "zod";
import { type Endpoint, endpoints } from "@/lib/domain/api";

/** One field of a query, body or reply, named by its way from the top: `criteria[].scale.min`. */
export interface FieldDescription {
  name: string;
  type: string;
  required: boolean;
}

export interface EndpointDescription {
  name: string;
  method: Endpoint["method"];
  path: string;
  summary: string;
  query: FieldDescription[];
  body: FieldDescription[];
  reply: FieldDescription[];
  /** The body or the reply is a file. */
  uploads: boolean;
  streams: boolean;
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
}

/** Deeper than this a type is named, not taken apart: the report model would fill pages. */
const deepest = 3;

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "values"}`;
  return schema.format ?? schema.type ?? "any value";
}

/** An object behind `null`, or the entries of a list or of a record, with what that adds to the name. */
function inside(schema: JsonSchema): { schema: JsonSchema; suffix: string } | null {
  const solid = schema.anyOf?.find((option) => option.type !== "null") ?? schema;
  if (solid.properties) return { schema: solid, suffix: "" };
  if (solid.items?.properties) return { schema: solid.items, suffix: "[]" };
  const entries = solid.additionalProperties;
  if (typeof entries === "object" && entries.properties) return { schema: entries, suffix: ".{name}" };
  return null;
}

function fieldsOf(schema: JsonSchema, prefix = "", depth = 1): FieldDescription[] {
  if (schema.oneOf) return mergeFields(schema.oneOf.map((option) => fieldsOf(option, prefix, depth)));
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const nested = depth < deepest ? inside(value) : null;
    const own = { name, type: typeOf(value), required: schema.required?.includes(key) ?? false };
    return nested === null ? [own] : [own, ...fieldsOf(nested.schema, name + nested.suffix, depth + 1)];
  });
}

/** The fields of several shapes of which one is sent: each once, with every type it may have; required only where all of them need it. */
function mergeFields(shapes: FieldDescription[][]): FieldDescription[] {
  const names = [...new Set(shapes.flat().map(({ name }) => name))];
  return names.map((name) => {
    const found = shapes.flatMap((shape) => shape.filter((field) => field.name === name));
    const type = [...new Set(found.map((field) => field.type))].join(" or ");
    return { name, type, required: found.length === shapes.length && found.every((field) => field.required) };
  });
}

const fields = (schema: z.ZodType | undefined, io: "input" | "output"): FieldDescription[] =>
  schema ? fieldsOf(z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema) : [];

/** The interface for a reader, grouped by the noun that each path begins with. */
export function describeEndpoints(): { noun: string; endpoints: EndpointDescription[] }[] {
  const groups = new Map<string, EndpointDescription[]>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const nouns = endpoint.path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
    const noun = (nouns[0] === "projects" || nouns[0] === "tasks" ? nouns[1] : nouns[0]) ?? nouns[0] ?? "";
    const described = {
      name,
      method: endpoint.method,
      path: endpoint.path,
      summary: endpoint.summary,
      query: fields(endpoint.query, "input"),
      body: fields(endpoint.body, "input"),
      reply: fields(endpoint.reply, "output"),
      uploads: endpoint.method === "POST" && endpoint.body === undefined && endpoint.query !== undefined,
      streams: endpoint.reply === undefined,
    };
    groups.set(noun, [...(groups.get(noun) ?? []), described]);
  }
  return [...groups].map(([noun, list]) => ({ noun, endpoints: list }));
}
