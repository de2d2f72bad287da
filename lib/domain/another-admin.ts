import { AppError } from "./errors";

/** Throws conflict when this person is the only admin among the given ids: somebody must be left to let others in. */
export function demandAnotherAdmin(adminIds: readonly string[], userId: string): void {
  if (adminIds.includes(userId) && adminIds.length === 1) {
    throw new AppError("conflict", "This is the project's only admin. Make somebody else admin first.");
  }
}
