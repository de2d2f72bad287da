import type { TestProject } from "vitest/node";
import { ensureCommandLine } from "../../bin/lib/bootstrap.mjs";
import { startTemporaryCluster } from "../../bin/lib/temporary-cluster.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the temporary PostgreSQL's maintenance database. */
    testClusterUrl: string;
  }
}

/** Starts one PostgreSQL for all database tests of a run; each file copies its database from the migrated template. */
export default async function globalDatabase(project: TestProject): Promise<() => Promise<void>> {
  // A command run by a test must print nothing but its own lines.
  await ensureCommandLine();
  const cluster = await startTemporaryCluster();
  project.provide("testClusterUrl", cluster.adminUrl);
  return cluster.stop;
}
