import { defineConfig } from "vitest/config";

const resolve = { tsconfigPaths: true };
const testTimeout = 60_000;

/** The tests that mutants are tried against: no database, no browser. Those of panels are for the rows that these build. See stryker.config.mjs. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          environment: "node",
          include: ["{lib/paper,lib/report,lib/review,lib/stats,components}/**/*.test.ts"],
          testTimeout,
        },
      },
      {
        resolve,
        test: {
          ...{ name: "dom", environment: "jsdom", include: ["components/report/*.dom.test.tsx"] },
          ...{ setupFiles: ["lib/testing/dom-setup.ts"], testTimeout },
        },
      },
    ],
  },
});
