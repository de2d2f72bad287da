import "server-only";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { errorStatus } from "@/lib/domain/errors";
import { paramNames } from "./read-input";

const problemRef = { $ref: "#/components/schemas/Problem" };
const requestId = "6f1d3a52-77f5-4a2e-8a3b-0c4c7d1d2e11";

/** What every refusal looks like. */
export const problemSchema = {
  type: "object",
  description: "A refusal in words, with a code for programs and the id under which the server's log has the details.",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string", enum: Object.keys(errorStatus), description: "Stable; what a program should branch on." },
        message: { type: "string", description: "For people; its wording may change." },
        details: {
          type: "object",
          description: "For invalid_input: `issues`, one per field: `{ path, message }`. Other codes have details of their own.",
          additionalProperties: true,
        },
        requestId: { type: "string" },
      },
    },
  },
} as const;

const example = (code: string, message: string, details?: object) => ({ error: { code, message, ...(details && { details }), requestId } });
const reply = (description: string, shown: object) => ({
  description,
  content: { "application/json": { schema: problemRef, example: shown } },
});

/** The refusals an endpoint can answer with, by name. */
export const problemResponses = {
  BadRequest: reply(
    "The request cannot be read: broken JSON, or a header that is not valid.",
    example("bad_request", "The body is not JSON: Unexpected end of JSON input"),
  ),
  Unauthenticated: reply(
    "No session and no valid API key.",
    example("unauthenticated", "Sign in, or send `Authorization: Bearer API_KEY`."),
  ),
  Forbidden: reply(
    "Your role, or your API key's scopes, do not allow it.",
    example("forbidden", 'This API key lacks the scope "write"; it has "read". Create a key with it on your profile.', { scope: "write" }),
  ),
  NotFound: reply("There is nothing at this address that you may see.", example("not_found", "There is no such project.")),
  Conflict: reply(
    "It does not go with what is stored: a name that is taken, a save based on an older state, a key that is in use.",
    example("already_exists", "A project of this name exists already."),
  ),
  TooLarge: reply("The body is too large.", example("payload_too_large", "The body is larger than 10 MB. Upload files through an import.")),
  UnsupportedFormat: reply(
    "The body is not of a type that this takes.",
    example("unsupported_format", "Send the body as application/json."),
  ),
  InvalidInput: reply(
    "Fields that are not as they should be, each with its place in `error.details.issues`.",
    example("invalid_input", "name: is missing; colour: is not a field here", {
      issues: [
        { path: "name", message: "is missing" },
        { path: "colour", message: "is not a field here" },
      ],
    }),
  ),
  Unavailable: reply(
    "Try again later, after Retry-After seconds where it is given: the database or a model server is busy.",
    example("unavailable", "The database does not answer; try again in a moment."),
  ),
  ModelServer: reply(
    "The judge's model server refused, answered in a way that cannot be read, or did not answer in time.",
    example("model_refused_key", "api.example.com refused the key (401)."),
  ),
  Failed: reply(
    "A fault of ours.",
    example("internal", "Something went wrong on the server. Its log has the details under this request id."),
  ),
};

const ref = (name: keyof typeof problemResponses) => ({ $ref: `#/components/responses/${name}` });

/** The refusals of one endpoint, by status. */
export function problemsOf(endpoint: Endpoint) {
  const writes = endpoint.method !== "GET";
  const uploads = endpoint.method === "POST" && !endpoint.body && endpoint.query !== undefined;
  return {
    ...(writes && { 400: ref("BadRequest") }),
    401: ref("Unauthenticated"),
    403: ref("Forbidden"),
    ...(paramNames(endpoint.path).length > 0 && { 404: ref("NotFound") }),
    ...((writes || endpoint.files) && { 409: ref("Conflict") }),
    ...((endpoint.body || uploads) && { 413: ref("TooLarge"), 415: ref("UnsupportedFormat") }),
    ...((endpoint.body || endpoint.query || writes) && { 422: ref("InvalidInput") }),
    500: ref("Failed"),
    ...(endpoint.asksModel && { 502: ref("ModelServer"), 504: ref("ModelServer") }),
    503: ref("Unavailable"),
  };
}
