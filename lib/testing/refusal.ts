import { expect } from "vitest";
import { AppError } from "@/lib/domain/errors";

/** The AppError that work is refused with; the test fails if it succeeds or throws another error. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) expect.fail(`expected a refusal, got ${String(error)}`);
  return error;
}
