import "server-only";
import pino from "pino";
import { safeError } from "./safe-error";

/**
 * Structured log on stderr; standard output is for command results. No line holds a text, key or password: errors lose what they quote, and other fields
 * are ids, codes and numbers, which log.test.ts checks at every call.
 */
export const log = pino(
  {
    // Empty, as compose files pass on what is not set.
    level: process.env.LOG_LEVEL || "info",
    base: null,
    serializers: { err: (thrown) => safeError(thrown) },
    redact: {
      paths: ["apiKey", "*.apiKey", "password", "*.password", "authorization", "*.authorization", "cookie", "*.cookie"],
      censor: "[cut]",
    },
  },
  pino.destination({ fd: 2, sync: false }),
);

/**
 * Sends what libraries write to the console through the log, where errors lose what they quote. Their own words are left out, since they may quote too.
 * Not during development, where only the developer reads it.
 */
export function logConsole(): void {
  if (process.env.NODE_ENV === "development") return;
  for (const level of ["error", "warn"] as const)
    console[level] = (...given: unknown[]) => log[level]({ err: given.find((one) => one instanceof Error) }, "a library reported trouble");
}

/** Ends the process after an error that nothing caught, as Node would, but without printing the error's message. */
export function logCrash(): void {
  process.once("uncaughtException", (error) => {
    log.fatal({ err: error }, "the process ends after an error that nothing caught");
    log.flush(() => process.exit(1));
    setTimeout(() => process.exit(1), 1000).unref();
  });
}
