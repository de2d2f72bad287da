#!/usr/bin/env node
// `npm test`: types, lint, migrations, unit, component and database tests, the production build, journeys in a browser. Ends with the line
// "N passed, N failed" over all of them; each of types, lint, migrations and build counts as one.
import { onAskedToStop } from "./lib/asked-to-stop.mjs";
import { endSteps, ensureClient, ensureModules } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";
import { endStages, planStages, stageNames } from "./lib/stages.mjs";

const usage = `Usage: npm test [-- --only STAGE[,STAGE…] [FILTER…]]
Stages: ${stageNames.join(", ")}. A filter (part of a file name) goes to the test runners.`;

function readArguments(/** @type {readonly string[]} */ args) {
  const [flag, list, ...filters] = args;
  if (flag === undefined) return { names: stageNames, filters: [] };
  const names = flag === "--only" ? (list ?? "").split(",") : [];
  const unknown = names.filter((/** @type {string} */ name) => !stageNames.includes(name));
  if (flag !== "--only" || names.length === 0 || unknown.length > 0) {
    console.error(`error: ${unknown.length > 0 ? `unknown stage "${unknown.join(", ")}"` : `unknown argument "${flag}"`}\n${usage}`);
    process.exit(2);
  }
  return { names, filters };
}

const failedStages = new Set();

/** @param {import("./lib/stages.mjs").Stage} stage */
async function runStage({ title, needs, run }) {
  const started = Date.now();
  const result = failedStages.has(needs)
    ? { passed: 0, failed: 1, skipped: 0, output: `${title} was not run: ${needs} failed` }
    : await run();
  if (result.failed > 0) failedStages.add(title);
  const counts = `${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} SKIPPED` : ""}`;
  console.log(
    `${result.output ? `${result.output.trimEnd()}\n` : ""}[${title}] ${counts} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return result;
}

async function main() {
  const { names, filters } = readArguments(process.argv.slice(2));
  onAskedToStop(() => {
    endSteps();
    endStages();
    process.exitCode = 130;
  });
  await ensureModules();
  await ensureClient();
  /** @type {Awaited<ReturnType<typeof runStage>>[]} */
  const results = [];
  for (const group of planStages(names, filters)) {
    if (process.exitCode === 130) return;
    results.push(...(await Promise.all(group.map(runStage))));
  }
  // Named again at the end: thousands of lines may lie between a failed test and the last one.
  for (const failure of results.flatMap((result) => result.failures ?? [])) console.log(failure);
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ key) => results.reduce((total, result) => total + result[key], 0);
  if (sum("skipped") > 0) console.log(`${sum("skipped")} tests were SKIPPED; the runner's lines above say why.`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode ||= sum("failed") > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(`error: ${messageOf(error)}`);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
