import "server-only";
import { AppError } from "@/lib/domain/errors";

interface MaybeUnique {
  code?: unknown;
  constraint?: unknown;
  meta?: { driverAdapterError?: { cause?: { constraint?: { index?: unknown; fields?: unknown } } } };
}

/**
 * Which unique constraint an error of the database is about, by whichever way the statement went there: its name, or "" where Prisma knows
 * only the fields. Null: the error is about something else.
 */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint, meta } = (error ?? {}) as MaybeUnique;
  if (code === "23505") return typeof constraint === "string" ? constraint : "";
  if (code !== "P2002") return null;
  const index = meta?.driverAdapterError?.cause?.constraint?.index;
  return typeof index === "string" ? index : "";
}

/** Runs a write; where a unique name is already taken it throws already_exists with these words instead of the database's. */
export async function unlessTaken<T>(message: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    throw new AppError("already_exists", message, { cause: error, details: { issues: [{ path: "name", message }] } });
  }
}
