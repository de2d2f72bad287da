import "server-only";
import { AppError } from "@/lib/domain/errors";

/** Runs a write; where a unique name is already taken it throws already_exists with these words instead of the database's. */
export async function unlessTaken<T>(message: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== "23505") throw error;
    throw new AppError("already_exists", message, { cause: error, details: { issues: [{ path: "name", message }] } });
  }
}
