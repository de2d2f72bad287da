import "server-only";
import pino from "pino";

/** Structured log on stderr; standard output is for command results. Keys and passwords are redacted wherever they appear. */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? "info",
    base: null,
    redact: {
      paths: ["apiKey", "*.apiKey", "password", "*.password", "authorization", "*.authorization", "cookie", "*.cookie"],
      censor: "[cut]",
    },
  },
  pino.destination({ fd: 2, sync: false }),
);
