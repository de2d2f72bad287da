import "server-only";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { env } from "@/lib/env";
import packageFile from "@/package.json";
import { problemResponses, problemSchema, problemsOf } from "./openapi-problems";
import { type ApiComponents, apiComponents, type JsonObject } from "./openapi-schemas";
import { paramNames } from "./read-input";

/** Parameters that are not UUIDs. */
const textParams = new Set(["userId", "keyId", "model", "number"]);

const json = (schema: JsonObject) => ({ "application/json": { schema } });

const parameter = (where: "path" | "query" | "header", name: string, required: boolean, given: JsonObject) => {
  const { description, ...schema } = given;
  return { name, in: where, required, ...(description !== undefined && { description }), schema };
};

const idempotencyKey: JsonObject = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description: "Repeating a write with the same key returns its first reply and changes nothing.",
};

function parametersOf(endpoint: Endpoint, components: ApiComponents): JsonObject[] {
  const path = paramNames(endpoint.path).map((name) =>
    parameter("path", name, true, { type: "string", ...(!textParams.has(name) && { format: "uuid" }) }),
  );
  const query = endpoint.query ? components.queryOf(endpoint.query) : {};
  const required = (query.required ?? []) as string[];
  const queries = Object.entries((query.properties ?? {}) as Record<string, JsonObject>).map(([name, schema]) =>
    parameter("query", name, required.includes(name), schema),
  );
  return [...path, ...queries, ...(endpoint.method === "GET" ? [] : [parameter("header", "Idempotency-Key", false, idempotencyKey)])];
}

const eventStream = {
  "text/event-stream": {
    schema: {
      type: "string",
      description:
        "Server-sent events: each message's data is the JSON of the same object; the event `end` says that there will be no more.",
    },
    example: 'data: {"status":"running","done":12,"total":40}\n\nevent: end\ndata: {}\n\n',
  },
};

function contentOf(endpoint: Endpoint, components: ApiComponents): JsonObject {
  if (!endpoint.reply) {
    const binary = { schema: { type: "string", format: "binary" } };
    return Object.fromEntries((endpoint.files ?? ["application/octet-stream"]).map((type) => [type, binary]));
  }
  return { ...json(components.refTo(endpoint.reply, "output")), ...(endpoint.events && eventStream) };
}

function operationOf(name: string, endpoint: Endpoint, components: ApiComponents): JsonObject {
  const upload = endpoint.method === "POST" && !endpoint.body && endpoint.query;
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    parameters: parametersOf(endpoint, components),
    ...(endpoint.body && { requestBody: { required: true, content: json(components.refTo(endpoint.body, "input")) } }),
    ...(upload && {
      requestBody: { required: true, content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } },
    }),
    responses: {
      200: { description: endpoint.reply ? "Done" : "A file, streamed", content: contentOf(endpoint, components) },
      ...problemsOf(endpoint),
    },
  };
}

const tagOf = (endpoint: Endpoint): string => endpoint.path.split("/")[1] ?? "";

/** What the endpoints below each first part of a path are about. */
const tagWords: Readonly<Record<string, string>> = {
  projects: "Projects with their members, imports, exports, judges and reports.",
  tasks: "Tasks with their samples, criteria, runs, plans and the work on them.",
  samples: "One sample with everything about it.",
  imports: "Staged and committed imports.",
  "prepared-exports": "Exports that the worker writes, to be downloaded for a day.",
  judges: "Changing and testing a judge.",
  protocols: "How judges can be asked.",
  "model-prices": "What models cost.",
  "judge-trials": "Proofs that a judge has learned.",
  "judge-watches": "Judges that are asked again and again, to notice a drift.",
  "criteria-sets": "Redlining and publishing criteria.",
  "criteria-rounds": "Criteria agreed on by a panel of experts.",
  runs: "Judges at work, with drafts, failures and exchanges.",
  assignments: "Annotators' work, and its review.",
  comments: "Threads on work, samples and criteria.",
  mentions: "Comments that mention you.",
  adjudications: "Labels that settle what raters disagree on.",
  reports: "Frozen reports.",
  instance: "The installation as a whole, for its administrators.",
  webhooks: "Telling other programs what happens, with the log of what was sent.",
  exclusions: "Annotators left out of reports.",
  "api-keys": "Keys for scripts.",
  accounts: "All accounts of the installation.",
};

const introduction = `What the product itself uses, for scripts: JSON under \`/api/v1\`. Sign requests with an API key from your profile:

    curl -H "Authorization: Bearer $KEY" https://redline.example/api/v1/projects

Errors are \`{ error: { code, message, details, requestId } }\`; for invalid input \`details.issues\` names each field. A body's or a query's unknown key is an error, so that a misspelt filter or setting is never silently ignored.
Replies may gain fields: ignore those you do not know.
Every list has one shape, \`{ items, nextCursor, total }\`: pass \`nextCursor\` as \`cursor\` until it is null. \`total\` is null where counting would cost more than it is worth. Lists without a default \`limit\` are complete unless you give one.
Writes take an \`Idempotency-Key\`: a repeat gets the first reply and changes nothing. If the server was stopped between the work and its reply, a repeat gets the reply that was lost; where it cannot be made any more, 409 with \`carriedOut\`.`;

/** The public interface as OpenAPI 3.1, generated from the schemas that validate it. */
export function openApiDocument(): JsonObject {
  const table: [string, Endpoint][] = Object.entries(endpoints);
  const components = apiComponents(endpoints);
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of table) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Redline",
      version: packageFile.version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      description: introduction,
    },
    servers: [{ url: `${new URL(env().REDLINE_URL).origin}/api/v1` }],
    security: [{ session: [] }, { apiKey: [] }],
    tags: [...new Set(table.map(([, endpoint]) => tagOf(endpoint)))].map((name) => ({ name, description: tagWords[name] ?? "" })),
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "redline.session_token" },
        apiKey: { type: "http", scheme: "bearer", description: "A key from your profile" },
      },
      schemas: { ...components.schemas, Problem: problemSchema },
      responses: problemResponses,
    },
  };
}
