import { join } from "node:path";
import { defineConfig } from "prisma/config";
import { openDataDir, root } from "./bin/lib/paths.mjs";
import { runningUrl } from "./bin/lib/pg.mjs";

// Prisma would download its native engine; ours is WebAssembly in a script. Windows cannot run a script as a program, so there it downloads.
if (process.platform !== "win32") process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= join(root, "bin/prisma-engine.mjs");

/** The database of DATABASE_URL where that is set, else the one of the running instance. */
function databaseUrl(): string | null {
  return process.env.DATABASE_URL || runningUrl(join(openDataDir({ needsPostgres: true }).dataDir, "postgres"));
}

const url = databaseUrl();
if (url === null && process.argv.some((word) => ["migrate", "studio", "db"].includes(word)))
  throw new Error('No database is running here. Start Redline with "npm start", or set DATABASE_URL.');

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  ...(url === null ? {} : { datasource: { url } }),
});
