import { expect } from "vitest";
import { AppError } from "@/lib/domain/errors";

/** The error with which work is refused; the test fails where it is not, or with one that is not the product's own. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) expect.fail(`expected a refusal, got ${String(error)}`);
  return error;
}
