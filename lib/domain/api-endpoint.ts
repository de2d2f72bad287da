import { z } from "zod";
import type { KeyScope } from "./api-key";

/** One HTTP endpoint: the schemas that validate it, describe it in OpenAPI and type the browser's client. */
export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1, with {name} for parameters. */
  path: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Absent: the reply is a file, of one of the types in `files`. */
  reply?: z.ZodType;
  /** The reply is a list that the handler returns as a whole and the door cuts into pages: see wholeList. */
  keyOf?: (item: never) => string;
  /** Content types of a reply that is a file. */
  files?: readonly string[];
  /** With `Accept: text/event-stream` the reply is a stream of server-sent events, each of which holds `reply`. */
  events?: true;
  /** The handler asks a judge's model before it answers. */
  asksModel?: true;
  /** The API key scope it requires, if its method does not imply it: see scopeOf. */
  scope?: KeyScope | "session";
}

/** The reply of an endpoint that only does something. */
export const nothing = z.object({ ok: z.literal(true) });
