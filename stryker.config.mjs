// `npm run mutants [-- --mutate lib/review/**/*.ts]`: changes one thing at a time in the rooms whose figures people print, and names the changes that no
// unit test notices. Takes hours for all of it, minutes for a folder; what was tried is kept in .redline/mutants.json and not tried again.
// Only what runs inside a test counts: a figure computed while its test file loads is computed before anything is changed.
/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./bin/mutants-ignored.mjs"],
  ignorers: ["looks"],
  vitest: { configFile: "vitest.mutants.config.ts" },
  mutate: [
    "lib/{paper,report,review,stats}/**/*.ts",
    "components/**/*-rows.ts",
    "components/report/*-table{,s}.ts",
    "components/report/*-panel{,s}.tsx",
    "!**/*.test.ts",
    "!**/*fixture*.ts",
  ],
  coverageAnalysis: "perTest",
  // Types are checked by `npm test`; here each mutant would wait for the compiler.
  disableTypeChecks: true,
  // It would rewrite tsconfig.json through the compiler's API, which TypeScript 7 does not have.
  tsconfigFile: "none",
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: ".redline/mutants.json",
  tempDirName: ".redline/mutants",
  reporters: ["clear-text", "progress", "json", "html"],
  jsonReporter: { fileName: "test-results/mutants.json" },
  htmlReporter: { fileName: "test-results/mutants.html" },
  ignorePatterns: [".next", ".redline", "docs", "test-results", "e2e", "public", "prisma/migrations"],
  thresholds: { high: 95, low: 85, break: 85 },
};
