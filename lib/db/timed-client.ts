import "server-only";
import pg from "pg";
import type { OpenSpan } from "@/lib/telemetry/span";
import { beginPart, failureOf } from "@/lib/telemetry/tracing";
import { statementName } from "./statement-name";

/** The driver's own method, in any of its forms. */
export type Send = (...args: unknown[]) => unknown;
type Done = (error: Error | undefined, result: unknown) => void;
interface Streamed {
  text?: string;
  once(event: "close", listener: () => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
}

/** The text of a statement in any of the forms in which pg takes it. */
const textOf = (first: unknown): string => (typeof first === "string" ? first : String((first as { text?: unknown } | null)?.text ?? ""));

/** Sends a statement and ends its span with its result, which comes by callback, by promise, or as a stream that closes. */
function sendIn(span: OpenSpan, send: Send, [first, values, callback]: unknown[]): unknown {
  const end = (error?: unknown) => span.end(error === undefined || error === null ? undefined : failureOf(error));
  const timed =
    (done: Done): Done =>
    (error, result) => {
      end(error);
      done(error, result);
    };
  if (typeof callback === "function") return send(first, values, timed(callback as Done));
  if (typeof values === "function") return send(first, timed(values as Done));
  const sent = send(first, values);
  if (sent instanceof Promise) sent.then(() => end(), end);
  else endWithStream(sent as Streamed, end);
  return sent;
}

function endWithStream(sent: Streamed, end: (error?: Error) => void): void {
  let failure: Error | undefined;
  sent.once("error", (error) => {
    failure = error;
  });
  sent.once("close", () => end(failure));
}

/** Times the statements that are sent so, as parts of the request or job for which they are sent. Without traces they are passed on as they come. */
export function sendTimed(send: Send, args: unknown[]): unknown {
  const span = beginPart(() => statementName(textOf(args[0])), { kind: "client", attributes: { "db.system.name": "postgresql" } });
  return span === null ? send(...args) : sendIn(span, send, args);
}

/** A connection whose statements are timed in traces. */
export class TimedClient extends pg.Client {
  // The method has seven overloads, and all are passed on as they come.
  override query = ((...args: unknown[]) => sendTimed(super.query.bind(this) as Send, args)) as pg.Client["query"];
}
