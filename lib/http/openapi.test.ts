import { expect, test } from "vitest";
import { endpoints } from "@/lib/domain/api";
import { openApiDocument } from "./openapi";
import { readRedocScript } from "./redoc-script";

process.env.DATABASE_URL ??= "postgres://unused";
process.env.REDLINE_SECRET ??= "a-secret-for-tests-only";
process.env.REDLINE_URL = "https://redline.example/";

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema?: Record<string, unknown> }> };
  responses: Record<string, { content: Record<string, { schema?: Record<string, unknown> }> }>;
}
const document = openApiDocument() as { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> };
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
  expect(listSamples?.parameters[2]?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 500, default: 50 });
});

test("a body says what may be left out, a reply what is always there", () => {
  const createTask = document.paths["/projects/{projectId}/tasks"]?.post;
  expect(createTask?.requestBody?.content["application/json"]?.schema?.required).toEqual(["name"]);
  expect(createTask?.responses["200"]?.content["application/json"]?.schema?.required).toContain("counts");
  expect(createTask?.parameters.map((parameter) => parameter.name)).toContain("Idempotency-Key");
});

test("nothing in the document refers to something that is not in it", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(references)).toEqual(new Set(["#/components/schemas/Error"]));
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
