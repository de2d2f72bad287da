import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Files that may send statements as text, for connections, bulk copying, backups and bundles of whole rows, migrations and session settings; and `prepared`, which sends what
 * Kysely compiled.
 */
const mayUseText = [
  "backup.ts",
  "bulk-rows.ts",
  "bundle.ts",
  "claim-holder.ts",
  "client.ts",
  "import/import-records.ts",
  "import/staging.ts",
  "migrations.ts",
  "named-client.ts",
  "older-bundles.ts",
  "prepared.ts",
  "table-rows.ts",
];

test("statements on tables are typed: only bulk copying and connections send text", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(40);
  const sendingText = sources.filter((file) => /\.query\s*[(<]/.test(readFileSync(join(import.meta.dirname, file), "utf8")));
  expect(sendingText.filter((file) => !mayUseText.includes(file))).toEqual([]);
});
