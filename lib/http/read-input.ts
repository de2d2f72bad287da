import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { type InputProblem, inputProblems, inputWords } from "@/lib/domain/input-words";
import { unknownKeys } from "./unknown-keys";

/** Largest JSON body; files are uploaded as a stream and have no limit here. */
const maxBodyBytes = 10 * 1024 * 1024;

/** Largest body that is read before anybody is known: passwords, codes, passkeys. */
export const maxCredentialBytes = 64 * 1024;

/** Checks a value against its schema. Throws invalid_input with one entry per field that is wrong or that the schema does not know. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  demandText(value, []);
  const result = schema.safeParse(value, { error: inputWords });
  const problems = result.success ? [] : inputProblems(result.error.issues);
  // When a value is wrong elsewhere, only its top level is known for certain.
  const unknown = result.success ? unknownKeys(schema, value) : unknownKeys(schema, value).filter((path) => path.length === 1);
  const named = new Set(problems.map(({ path }) => path));
  const issues = [
    ...problems,
    ...unknown.map((path) => ({ path: path.join("."), message: "is not a field here" })).filter(({ path }) => !named.has(path)),
  ];
  if (result.success && issues.length === 0) return result.data;
  throw invalid(issues);
}

function invalid(issues: InputProblem[]): AppError {
  const message = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
  return new AppError("invalid_input", message, { details: { issues } });
}

/** Deeper values would overflow the stack here or in the database. */
const deepest = 64;

/** PostgreSQL stores neither NUL nor half a surrogate pair; reject them here rather than fail there. */
function demandText(value: unknown, path: (string | number)[]): void {
  if (path.length > deepest)
    throw invalid([{ path: path.slice(0, 3).join("."), message: `Values may be nested at most ${deepest} levels deep.` }]);
  if (typeof value === "string") {
    if (value.includes("\u0000")) throw invalid([{ path: path.join("."), message: "Text cannot hold a NUL character." }]);
    if (/\p{Surrogate}/u.test(value))
      throw invalid([{ path: path.join("."), message: "Text holds half a surrogate pair; it is not valid Unicode." }]);
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      demandText(entry, [...path, index]);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      demandText(key, [...path, key]);
      demandText(entry, [...path, key]);
    }
  }
}

/** Path parameters. A malformed id names nothing, so it is not_found like an unknown one. */
export function parseParams(path: string, given: Record<string, string>): Record<string, string> {
  const values = paramNames(path).map((name) => [name, name === "model" ? decoded(given[name] ?? "") : (given[name] ?? "")] as const);
  for (const [name, value] of values) {
    demandText(value, [name]);
    if (!isKnown(name, value)) throw new AppError("not_found", "There is nothing at this address.", { details: { parameter: name } });
  }
  return Object.fromEntries(values);
}

const uuid = z.uuid();

/** Ids of users and keys are text, model names are free text, and numbers count from 1; all others are UUIDs. */
function isKnown(name: string, value: string): boolean {
  if (name === "model") return value !== "";
  if (name === "number") return /^[1-9]\d{0,8}$/.test(value);
  return name === "userId" || name === "keyId" ? /^[\w-]{1,64}$/.test(value) : uuid.safeParse(value).success;
}

/** A model's name may contain a slash, which is encoded in a URL. Whether it is already decoded here depends on the server. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Names of the {parameters} in a path, in order. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

export const readQuery = (request: Request): Record<string, string> => Object.fromEntries(new URL(request.url).searchParams);

/** Reads a request's body. Throws `tooLarge` for one of more than so many bytes. */
export type ReadBytes = (most: number) => Promise<Uint8Array>;

/**
 * The request's JSON text, at most `most` bytes, read from the request itself unless `readBytes` has it from elsewhere. Throws unsupported_format for
 * another content type, payload_too_large, bad_request for broken UTF-8.
 */
export async function readBodyText(
  request: Request,
  { readBytes = (limit) => readStream(request, limit), most = maxBodyBytes }: { readBytes?: ReadBytes | undefined; most?: number } = {},
): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  const bytes = await readBytes(most);
  if (bytes.length === 0) return "";
  const type = request.headers.get("content-type");
  if (type === null || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported_format", "Send the body as application/json.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError("bad_request", "The body is not valid UTF-8.", { cause: error });
  }
}

export const tooLarge = (most: number) =>
  new AppError(
    "payload_too_large",
    most === maxBodyBytes
      ? "The body is larger than 10 MB. Upload files through an import."
      : `The body is larger than ${Math.round(most / 1024)} kB.`,
  );

async function readStream(request: Request, most: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  // Not `for await`, which costs several more promises per request.
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > most) {
      await reader.cancel();
      throw tooLarge(most);
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

/** Parses JSON; a missing body counts as an empty object. Throws bad_request naming the place of the error. */
export function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("bad_request", `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** A body that people send before Redline knows them, checked against its schema. Throws payload_too_large beyond `maxCredentialBytes`. */
export const readCredentials = async <S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> =>
  parseInput(schema, parseJson(await readBodyText(request, { most: maxCredentialBytes })));
