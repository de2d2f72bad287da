import { AppError } from "./errors";

/** Throws conflict when this person is the only admin among the given ids: somebody must remain who can let others in. */
export function demandAnotherAdmin(adminIds: readonly string[], userId: string): void {
  if (adminIds.includes(userId) && adminIds.length === 1) {
    throw new AppError("conflict", "This is a project's only admin. Make somebody else admin of it first.");
  }
}

/** Throws conflict when this person is the only administrator of the installation who can sign in. */
export function demandAnotherInstanceAdmin(adminIds: readonly string[], userId: string): void {
  if (adminIds.includes(userId) && adminIds.length === 1) {
    throw new AppError(
      "conflict",
      "This is the only administrator of this installation. Add another first: `redline user add --role admin`.",
    );
  }
}
