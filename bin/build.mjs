#!/usr/bin/env node
// `npm run build`: everything that `npm start` would prepare, without starting it (container images, machines without network later).
import { ensureBuild, ensureClient, ensureCommandLine, ensureModules } from "./lib/bootstrap.mjs";

try {
  await ensureModules();
  await ensureClient();
  await ensureCommandLine();
  const built = await ensureBuild();
  console.log(built ? "Built." : "Already built from these sources.");
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
