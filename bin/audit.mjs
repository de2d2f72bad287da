#!/usr/bin/env node
// `npm run audit`: asks the registry for known vulnerabilities of the packages of a production install. Ends with 1 if one is high or critical, and with 2
// if the registry did not answer, so that nothing is known.
import { spawnSync } from "node:child_process";
import { root } from "./lib/paths.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const args = ["audit", "--json", "--audit-level=high", "--omit=dev"];
const { stdout, status, error } = spawnSync(npm, args, { cwd: root, encoding: "utf8", maxBuffer: 100_000_000 });
if (error !== undefined) throw error;

/** npm's report, or what it says in its place. */
function answer() {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}
const { auditReportVersion, vulnerabilities = {}, message = "npm gave no reason" } = answer();
if (auditReportVersion === undefined) {
  console.error(`The registry did not answer, so nothing was checked (${message}).`);
  process.exitCode = 2;
} else {
  /** @type {{ name: string, severity: string, range: string, via: { title?: string, url?: string }[] }[]} */
  const found = Object.values(vulnerabilities);
  for (const { name, severity, range, via } of found)
    console.log(
      `${severity}: ${name} ${range}${via.map((one) => (one.title === undefined ? "" : `; ${one.title} (${one.url})`)).join("")}`,
    );
  if (found.length === 0) console.log("No known vulnerability.");
  process.exitCode = status ?? 1;
}
