import "server-only";
import { AppError } from "@/lib/domain/errors";

interface Trouble {
  /** Whether a retry may succeed, or the database cannot store the value. */
  kind: "unavailable" | "unstorable";
  /** The same in a few words, for health checks. */
  brief: string;
  message: string;
  retryAfterSeconds?: number;
}

const away: Trouble = {
  kind: "unavailable",
  brief: "it is not answering",
  message: "The database is not answering. Try again shortly.",
  retryAfterSeconds: 5,
};
const crowded: Trouble = {
  kind: "unavailable",
  brief: "too many connections",
  message: "Too many requests are waiting for the database. Try again shortly.",
  retryAfterSeconds: 5,
};
const locked: Trouble = {
  kind: "unavailable",
  brief: "a lock is in the way",
  message: "Another request is changing the same data. Try again shortly.",
  retryAfterSeconds: 3,
};
const slow: Trouble = {
  kind: "unavailable",
  brief: "a statement took too long",
  message:
    "The database took too long and was stopped. Try again shortly. If this happens again, tell an administrator of this installation.",
  retryAfterSeconds: 10,
};
const readOnly: Trouble = {
  kind: "unavailable",
  brief: "it accepts no changes",
  message: "The database is not accepting changes. Nothing was saved. Try again later, or contact an administrator of this installation.",
  retryAfterSeconds: 30,
};
const full: Trouble = {
  kind: "unavailable",
  brief: "its disk is full",
  message: "The database's disk is full. Nothing was saved. An administrator of this installation must free some space.",
  retryAfterSeconds: 60,
};

/** Codes of PostgreSQL (five characters), Node (E…) and Prisma (P and four digits). */
const troubles: Readonly<Record<string, Trouble>> = {
  ...Object.fromEntries(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EPIPE"].map((code) => [code, away])),
  ...Object.fromEntries(["57P01", "57P02", "57P03", "08000", "08001", "08003", "08006"].map((code) => [code, away])),
  ...Object.fromEntries(["P1001", "P1002", "P1008", "P1017"].map((code) => [code, away])),
  ...Object.fromEntries(["53300", "53200", "53400", "P2024", "P2037"].map((code) => [code, crowded])),
  ...Object.fromEntries(["55P03", "40001", "40P01", "P2034"].map((code) => [code, locked])),
  ...Object.fromEntries(["53100", "58030"].map((code) => [code, full])),
  // Nobody cancels our statements but their time limit.
  "57014": slow,
  "25006": readOnly,
  "22003": { kind: "unstorable", brief: "a number is too large", message: "A number is too large." },
  "54001": { kind: "unstorable", brief: "a value is nested too deeply", message: "A value is nested too deeply." },
};

/** The driver's own errors have no code. */
const driverWords: readonly [RegExp, Trouble][] = [
  [/^timeout exceeded when trying to connect/, crowded],
  [/^Connection terminated|connection error and is not queryable/, away],
];

interface MaybeTrouble {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  originalCode?: unknown;
}

/** Translates a database error, however the statement was sent, into one for the client; null if the fault is ours. */
export function troubleOf(error: unknown): Trouble | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, originalCode, message, meta, cause } = error as MaybeTrouble;
  for (const known of [code, originalCode]) {
    const trouble = typeof known === "string" ? troubles[known] : undefined;
    if (trouble !== undefined) return trouble;
  }
  const spoken = driverWords.find(([words]) => typeof message === "string" && words.test(message));
  return spoken?.[1] ?? troubleOf(meta?.driverAdapterError) ?? troubleOf(cause);
}

/** The refusal that a client gets for a database error, or null if the fault is ours. */
export function refusalOfTrouble(error: unknown): AppError | null {
  const trouble = troubleOf(error);
  if (trouble === null) return null;
  const { kind, message, retryAfterSeconds } = trouble;
  const code = kind === "unavailable" ? "unavailable" : "invalid_input";
  return new AppError(code, message, { cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}
