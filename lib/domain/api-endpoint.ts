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
  /** Absent: the reply is a file or a stream, as `summary` says. */
  reply?: z.ZodType;
  /** The API key scope it requires, if its method does not imply it: see scopeOf. */
  scope?: KeyScope | "session";
}

/** The reply of an endpoint that only does something. */
export const nothing = z.object({ ok: z.literal(true) });
