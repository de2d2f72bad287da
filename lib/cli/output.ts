import "server-only";
import { AppError } from "@/lib/domain/errors";

/** One JSON document on standard output, and nothing else. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 1)}\n`);
};

/** A line for a person on standard output. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Progress and remarks: standard error, so that results can be piped. */
export const remark = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Bad usage that the option parser cannot see; ends the command with exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

const environmentCodes = new Set(["internal", "unavailable", "model_unreachable", "model_timeout"]);

/** 2: the user can fix it (bad input, unknown name); 1: the environment failed. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof UsageError || (error instanceof AppError && !environmentCodes.has(error.code)) ? 2 : 1;
