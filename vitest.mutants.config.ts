import { defineConfig } from "vitest/config";

/** The unit tests that mutants are tried against: no database, no browser. See stryker.config.mjs. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { environment: "node", include: ["{lib/paper,lib/report,lib/review,lib/stats,components}/**/*.test.ts"], testTimeout: 60_000 },
});
