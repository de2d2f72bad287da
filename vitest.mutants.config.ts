import { defineConfig } from "vitest/config";

/** The unit tests that mutants are tried against: no database, no browser. See stryker.config.mjs. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { environment: "node", include: ["{lib/stats,lib/report,lib/review,components}/**/*.test.ts"], testTimeout: 60_000 },
});
