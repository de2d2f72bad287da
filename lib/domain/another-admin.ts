import { AppError } from "./errors";

/** Throws conflict if this person is the only admin among the given ids: a project needs someone who can let others in. */
export function demandAnotherAdmin(adminIds: readonly string[], userId: string): void {
  if (adminIds.includes(userId) && adminIds.length === 1) {
    throw new AppError("conflict", "This is a project's only admin. Make someone else an admin of it first.");
  }
}

/** Throws conflict if this person is the installation's only administrator who can sign in. */
export function demandAnotherInstanceAdmin(adminIds: readonly string[], userId: string): void {
  if (adminIds.includes(userId) && adminIds.length === 1) {
    throw new AppError(
      "conflict",
      "This is the only administrator of this installation. Add another first: `redline user add --role admin`.",
    );
  }
}
