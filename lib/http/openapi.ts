import "server-only";
import { z } from "zod";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { errorStatus } from "@/lib/domain/errors";
import { env } from "@/lib/env";
import packageFile from "@/package.json";
import { paramNames } from "./read-input";

type JsonObject = Record<string, unknown>;

/** Input: what may be sent, before defaults are filled in. Output: what is returned. */
const schemaOf = (schema: z.ZodType, io: "input" | "output"): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

/** Parameters that are not UUIDs. */
const textParams = new Set(["userId", "keyId", "model", "number"]);

const json = (schema: JsonObject) => ({ "application/json": { schema } });
const errorReply = { description: "Refused; `error.code` says why", content: json({ $ref: "#/components/schemas/Error" }) };

const parameter = (where: "path" | "query" | "header", name: string, required: boolean, schema: unknown) => ({
  name,
  in: where,
  required,
  schema,
});

function parametersOf(endpoint: Endpoint): JsonObject[] {
  const path = paramNames(endpoint.path).map((name) =>
    parameter("path", name, true, { type: "string", ...(!textParams.has(name) && { format: "uuid" }) }),
  );
  const query = endpoint.query ? schemaOf(endpoint.query, "input") : {};
  const required = (query.required ?? []) as string[];
  const queries = Object.entries((query.properties ?? {}) as JsonObject).map(([name, schema]) =>
    parameter("query", name, required.includes(name), schema),
  );
  const idempotency =
    endpoint.method === "GET" ? [] : [parameter("header", "Idempotency-Key", false, { type: "string", minLength: 1, maxLength: 255 })];
  return [...path, ...queries, ...idempotency];
}

function operationOf(name: string, endpoint: Endpoint): JsonObject {
  const upload = endpoint.method === "POST" && !endpoint.body && endpoint.query;
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: { required: true, content: json(schemaOf(endpoint.body, "input")) } }),
    ...(upload && { requestBody: { required: true, content: { "application/octet-stream": {} } } }),
    responses: {
      200: {
        description: endpoint.reply ? "Done" : "A file, streamed",
        content: endpoint.reply ? json(schemaOf(endpoint.reply, "output")) : { "application/octet-stream": {} },
      },
      default: errorReply,
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string", enum: Object.keys(errorStatus) },
        message: { type: "string" },
        details: {
          type: "object",
          description: "For invalid_input: `issues`, one per field: { path, message }",
          additionalProperties: true,
        },
        requestId: { type: "string" },
      },
    },
  },
};

const introduction = `What the product itself uses, for scripts: JSON under \`/api/v1\`. Sign requests with an API key from your profile:

    curl -H "Authorization: Bearer $KEY" https://redline.example/api/v1/projects

Errors are \`{ error: { code, message, details, requestId } }\`; for invalid input \`details.issues\` names each field.
Lists are paged: pass a reply's \`nextCursor\` as \`cursor\` until it is null.
Writes take an \`Idempotency-Key\`: a repeat gets the first reply and changes nothing.`;

/** The public interface as OpenAPI 3.1, generated from the schemas that validate it. */
export function openApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = { ...path, [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
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
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "redline.session_token" },
        apiKey: { type: "http", scheme: "bearer", description: "A key from your profile" },
      },
      schemas: { Error: errorSchema },
    },
  };
}
