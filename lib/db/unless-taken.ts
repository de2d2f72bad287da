import "server-only";
import { AppError } from "@/lib/domain/errors";

interface MaybeUnique {
  code?: unknown;
  constraint?: unknown;
  meta?: { driverAdapterError?: { cause?: { constraint?: { index?: unknown; fields?: unknown } } } };
}

/**
 * The unique constraint that a database error is about, whichever way the statement was sent: its name, or "" if Prisma knows only the fields.
 * Null: the error is about something else.
 */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint, meta } = (error ?? {}) as MaybeUnique;
  if (code === "23505") return typeof constraint === "string" ? constraint : "";
  if (code !== "P2002") return null;
  const index = meta?.driverAdapterError?.cause?.constraint?.index;
  return typeof index === "string" ? index : "";
}

/** Runs a write; if a unique name is already taken, throws already_exists with this message instead of the database's error. */
export async function unlessTaken<T>(message: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    throw new AppError("already_exists", message, { cause: error, details: { issues: [{ path: "name", message }] } });
  }
}
