import "server-only";
import { listDeletedProjects } from "@/lib/db/deletions";
import { type Actor, commandLineId } from "@/lib/domain/policy";

/** Anyone who can run commands on this machine with the database's URL may do everything. */
export const localActor = async (): Promise<Actor> => ({
  userId: commandLineId,
  name: "command line",
  email: "command-line@localhost",
  instanceAdmin: true,
  memberships: new Map(),
  deletedProjects: new Set(await listDeletedProjects()),
});
