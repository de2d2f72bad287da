import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// `server-only` throws outside Next unless this condition is set (worker and command line run with it too).
const conditions = ["react-server"];
const server = { resolve: { tsconfigPaths: true }, ssr: { resolve: { conditions, externalConditions: conditions } } };

// As with journeys: CI tries a failed test a second time, and the last lines of `npm test` name it.
const retry = process.env.CI ? 1 : 0;

/** Statements that are prepared once per process, metrics that it counts, processes that it has started, and a module that is replaced. */
const ofTheirProcess = [
  "lib/apart/hung-process.db.test.ts",
  "lib/db/{client,pooled}.db.test.ts",
  "lib/jobs/{metrics,planned-once}.db.test.ts",
  "lib/cli/report-from.db.test.ts",
];

/**
 * Component tests that replace a module or the clock, that begin with what a page has not loaded or shown yet, or that leave work unsent, which a page
 * goes on sending for as long as it is open.
 */
const ofTheirPage = [
  "components/annotate/*.dom.test.tsx",
  "components/report/{frozen-reports,printed-chapters,report-page,use-report}.dom.test.tsx",
  "components/samples/unit-list.dom.test.tsx",
  "components/shell/{palette-button,project-gate}.dom.test.tsx",
  "components/ui/notice-list.dom.test.tsx",
];

const componentTests = {
  environment: "jsdom",
  include: ["{components,app,lib}/**/*.dom.test.tsx"],
  setupFiles: ["lib/testing/dom-setup.ts"],
  // Typing key by key is slow on a machine that does other things too.
  testTimeout: 30_000,
  retry,
};
const browser = { plugins: [react()], resolve: { tsconfigPaths: true } };

const databaseTests = {
  environment: "node" as const,
  // The log takes its level when a process first imports it.
  env: { LOG_LEVEL: "silent" },
  include: ["{lib,app,prisma}/**/*.db.test.ts"],
  setupFiles: ["lib/testing/own-environment.ts"],
  globalSetup: ["lib/testing/global-database.ts"],
  testTimeout: 60_000,
  retry,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // By default a core is left free, which on two cores means one file at a time. Much of it is spent waiting for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        ...server,
        test: {
          name: "unit",
          environment: "node",
          include: ["{lib,app,components,bin,prisma,bench}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/*.dom.test.tsx"],
          setupFiles: ["lib/testing/own-environment.ts"],
          // Unit tests share their process: what they test keeps no state, and a process for each file took three times as long.
          isolate: false,
          // Property tests on a busy two-core machine; none of them measures time.
          testTimeout: 60_000,
        },
      },
      // Component tests share their process too: starting jsdom and loading React took each file longer than its tests.
      { ...browser, test: { ...componentTests, name: "dom", exclude: ofTheirPage, isolate: false } },
      { ...browser, test: { ...componentTests, name: "dom-alone", include: ofTheirPage } },
      // Database tests share their process too, but for those of what a process keeps.
      { ...server, test: { ...databaseTests, name: "db", exclude: ofTheirProcess, isolate: false } },
      { ...server, test: { ...databaseTests, name: "db-alone", include: ofTheirProcess } },
    ],
  },
});
