import "server-only";
import dns, { type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, fetch, type Response } from "undici";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";
import { addressProblem } from "./checked-addresses";

/** Throws invalid_input unless this instance may call the address. */
function checkAddress(address: string): void {
  const { REDLINE_ALLOW_LOOPBACK_MODEL_URLS, REDLINE_ALLOW_PRIVATE_MODEL_URLS } = env();
  const problem = addressProblem(address, {
    loopback: REDLINE_ALLOW_LOOPBACK_MODEL_URLS,
    privateNetworks: REDLINE_ALLOW_PRIVATE_MODEL_URLS,
  });
  if (problem !== null) throw new AppError("invalid_input", `${problem}.`);
}

function checkedAddresses(found: LookupAddress[]): LookupAddress[] {
  for (const { address } of found) checkAddress(address);
  return found;
}

/** Resolves a name for a connection, which is then made to one of the addresses that were checked here: a name cannot change in between. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, []);
    try {
      callback(null, checkedAddresses(found));
    } catch (refusal) {
      callback(refusal as NodeJS.ErrnoException, []);
    }
  });
};

// How long an answer may take is the caller's to say.
const agent = new Agent({ connect: { lookup: checkedLookup }, headersTimeout: 0, bodyTimeout: 0 });

/** Throws invalid_input unless every address of the host, a name or a number, may be called now. */
export async function checkHost(hostname: string): Promise<void> {
  const host = hostname.replace(/^\[|\]$/gu, "");
  if (isIP(host) !== 0) return checkAddress(host);
  const found = await dns.promises.lookup(host, { all: true }).catch(() => {
    throw new AppError("invalid_input", `The name ${host} cannot be resolved.`);
  });
  checkedAddresses(found);
}

export interface CheckedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** "manual": a redirect is the answer, which is not followed either. */
  redirect?: "error" | "manual";
}

/**
 * Fetches from an http or https URL that somebody else chose, over a connection to an address this instance may call. Redirects are errors: they
 * could lead anywhere. Throws invalid_input for an address it may not call, and otherwise as fetch does.
 */
export async function checkedFetch(url: string, request: CheckedRequest): Promise<Response> {
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/gu, "");
  // A number is never looked up.
  if (isIP(host) !== 0) checkAddress(host);
  return fetch(url, { redirect: "error", ...request, dispatcher: agent }).catch((error: unknown) => {
    throw refusalIn(error) ?? error;
  });
}

/** The refusal of an address, which fetch wraps in errors of its own. */
function refusalIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof AggregateError) return error.errors.map(refusalIn).find((found) => found !== null) ?? null;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}
