#!/usr/bin/env node
// `npm run build`: prepares everything `npm start` needs, without starting it (for container images, and machines that will be offline).
import { ensureBuild, ensureClient, ensureCommandLine, ensureModules } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";

try {
  await ensureModules();
  await ensureClient();
  await ensureCommandLine();
  const built = await ensureBuild();
  console.log(built ? "Built." : "Already built from these sources.");
} catch (error) {
  console.error(`error: ${messageOf(error)}`);
  process.exitCode = 1;
}
