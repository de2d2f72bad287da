import { afterAll, beforeAll, inject } from "vitest";
import { disconnect } from "@/lib/db/client";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";
import type {} from "./global-database";

/** The database of one test file. */
export interface TemporaryDatabase {
  /** Its address; known once the tests run, not while the file is read. */
  readonly url: string;
}

const otherSettings = { REDLINE_SECRET: "a secret that only tests know", LOG_LEVEL: "silent" };

/**
 * Gives this test file its own database: a copy of the migrated template, made before the first test and dropped after the last.
 * `DATABASE_URL` points to it, so the product's own code, which connects when first asked, uses it, and is disconnected in the end;
 * `REDLINE_SECRET` is set too.
 * Call it at the top of the file.
 * @example
 * temporaryDatabase();
 * test("a project keeps its name", async () => { ... });
 */
export function temporaryDatabase(): TemporaryDatabase {
  let database: { url: string; drop: () => Promise<void> } | null = null;
  beforeAll(async () => {
    // What an earlier file of this process left at work may have connected again to that file's database.
    await disconnect();
    database = await createTemporaryDatabase(inject("testClusterUrl"));
    Object.assign(process.env, otherSettings, { DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await disconnect();
    await database?.drop();
  });
  return {
    get url() {
      if (database === null) throw new Error("The temporary database is made before the first test, not while the file is read.");
      return database.url;
    },
  };
}
