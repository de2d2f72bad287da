import { expect, test } from "vitest";
import type { z } from "zod";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { schemaWords } from "@/lib/domain/api-schema-words";
import { apiSchemas } from "@/lib/domain/api-schemas";
import { openApiDocument } from "./openapi";
import { readRedocScript } from "./redoc-script";

process.env.DATABASE_URL ??= "postgres://unused";
process.env.REDLINE_SECRET ??= "a-secret-for-tests-only";
process.env.REDLINE_URL = "https://redline.example/";

interface Operation {
  operationId: string;
  parameters: { name: string; description?: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema?: Record<string, unknown> }> };
  responses: Record<string, { content: Record<string, { schema?: Record<string, unknown> }> }>;
}
interface Content {
  content: Record<string, { schema?: Record<string, unknown> }>;
}
const document = openApiDocument() as {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>>; responses: Record<string, Content> };
};
const { schemas } = document.components;
const bodiesByName = new Map(
  (Object.entries(endpoints) as [string, Endpoint][]).map(([name, { body }]) => [
    `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Body`,
    body,
  ]),
);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test("the document lists every endpoint once", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers[0]?.url).toBe("https://redline.example/api/v1");
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(endpoints).sort());
});

test("parameters in a path are declared, queries carry their limits and defaults", () => {
  const listSamples = document.paths["/tasks/{taskId}/samples"]?.get;
  expect(listSamples?.parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ["taskId", "path", true],
    ["cursor", "query", false],
    ["limit", "query", false],
    ...["search", "state", "disagreement", "flagged", "system", "subset", "arm", "import", "sort"].map((name) => [name, "query", false]),
  ]);
  expect(listSamples?.parameters.find(({ name }) => name === "flagged")?.description).toBe("Somebody has left a note for the researcher.");
  expect(listSamples?.parameters[2]?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 500, default: 50 });
});

test("a body says what may be left out, a reply what is always there", () => {
  const createTask = document.paths["/projects/{projectId}/tasks"]?.post;
  expect(createTask?.requestBody?.content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/NewTask" });
  expect(createTask?.responses["200"]?.content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Task" });
  expect(schemas.NewTask).toMatchObject({ required: ["name"], additionalProperties: false });
  expect(schemas.Task?.required).toContain("counts");
  expect(createTask?.parameters.map((parameter) => parameter.name)).toContain("Idempotency-Key");
});

test("nothing refers to something that is not in the document, and nothing shared is described in vain", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(?:schemas|responses)\/(\w+)"/g)].map(
    (match) => match[1],
  );
  const described = [...Object.keys(schemas), ...Object.keys(document.components.responses)];
  expect(new Set(references)).toEqual(new Set(described));
  expect(Object.keys(apiSchemas).filter((name) => !(name in schemas))).toEqual([]);
  expect(Object.keys(schemaWords).filter((name) => !(name in schemas))).toEqual([]);
});

test("every body and reply has a name, and no object is described twice without one", () => {
  for (const { requestBody, responses } of operations) {
    for (const content of [requestBody?.content, responses["200"]?.content]) {
      const schema = content?.["application/json"]?.schema;
      if (schema && !("format" in schema)) expect(Object.keys(schema)).toEqual(["$ref"]);
    }
  }
  expect(anonymousDuplicates()).toEqual([]);
});

/** Places of objects with three or more fields that are spelt out more than once; what is sent and what is returned may differ by defaults. */
function anonymousDuplicates(): string[][] {
  const places = new Map<string, string[]>();
  const walk = (value: unknown, at: string[]) => {
    if (typeof value !== "object" || value === null) return;
    const { description: _, additionalProperties: __, ...object } = value as { properties?: object } & Record<string, unknown>;
    if (object.type === "object" && Object.keys(object.properties ?? {}).length >= 3) {
      const key = JSON.stringify(object);
      places.set(key, [...(places.get(key) ?? []), at.join("/")]);
    }
    for (const [key, entry] of Object.entries(value)) walk(entry, [...at, key]);
  };
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith("Input")) walk(schema, [name]);
  return [...places.values()].filter((found) => found.length > 1);
}

test("every example is one that its schema accepts", () => {
  const shown = Object.entries(schemaWords).flatMap(([name, { examples = [] }]) => examples.map((example) => ({ name, example })));
  expect(shown.length).toBeGreaterThan(5);
  for (const { name, example } of shown) {
    const schema = apiSchemas[name] ?? bodiesByName.get(name);
    expect(schema?.safeParse(example).error?.issues, name).toBeUndefined();
  }
});

test("every refusal has the one shape, and a path with an id can be not found", () => {
  for (const { operationId, parameters, responses } of operations) {
    const refusals = Object.keys(responses).filter((status) => status !== "200");
    expect(refusals, operationId).toEqual(expect.arrayContaining(["401", "403", "500", "503"]));
    expect(refusals.includes("404"), operationId).toBe(parameters.some((parameter) => parameter.in === "path"));
  }
  for (const response of Object.values(document.components.responses)) {
    expect(response.content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Problem" });
  }
});

test("an endpoint that answers with server-sent events says so", () => {
  const content = document.paths["/runs/{runId}"]?.get?.responses["200"]?.content ?? {};
  expect(Object.keys(content)).toEqual(["application/json", "text/event-stream"]);
});

/** Replies called a list whose parts are saved together as one thing. */
const noLists = new Set(["listReasonCodes", "listFilterChoices"]);

test("every list has a cursor, and all lists have one shape", () => {
  const table: [string, Endpoint][] = Object.entries(endpoints);
  const lists = table.filter(([name, { method, reply }]) => {
    const shape = (reply as z.ZodObject | undefined)?.shape;
    return method === "GET" && !noLists.has(name) && (name.startsWith("list") || (shape?.items !== undefined && !name.startsWith("get")));
  });
  expect(lists.length).toBeGreaterThan(30);
  for (const [name, { query, reply }] of lists) {
    expect(Object.keys((reply as z.ZodObject).shape), name).toEqual(expect.arrayContaining(["items", "nextCursor", "total"]));
    const sent = Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
    expect(sent, name).toEqual(expect.arrayContaining(["cursor", "limit"]));
  }
});

test("a model's name in a path may be any text", () => {
  const put = document.paths["/model-prices/{model}"]?.put;
  expect(put?.parameters.find(({ name }) => name === "model")?.schema).toEqual({ type: "string" });
});

test("the reference's script names no picture on another server", async () => {
  const script = await readRedocScript();
  expect(script).toContain("Redoc");
  expect(script.match(/https?:\/\/[\w./-]+\.(?:svg|png|woff2?)\b/g)).toBeNull();
});
