import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions, hasPackedChromium } from "./e2e/chromium.mjs";

export default defineConfig({
  testDir: "e2e/journeys",
  // The pictures are drawn by the browser and the fonts of this repository; elsewhere there is nothing to compare with.
  testIgnore: hasPackedChromium ? [] : "report-pictures.spec.ts",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results",
  // Pictures to compare with are in the repository; a missing one fails, and is taken only on request.
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  updateSnapshots: process.env.REDLINE_PICTURES === "new" ? "changed" : "none",
  fullyParallel: true,
  // More than there are processors on a small machine: journeys wait for the database, for the server and for time to pass.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // A journey that fails once on a busy machine is tried again, and named at the end as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: {
    baseURL: process.env.REDLINE_JOURNEYS_URL,
    browserName: "chromium",
    launchOptions: await chromiumLaunchOptions(),
    // Recording takes a sixth of a journey's time: where there is a second try, only that one is recorded.
    trace: process.env.CI === undefined ? "retain-on-failure" : "on-first-retry",
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "UTC",
  },
});
