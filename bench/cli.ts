// How long commands take to run, compared with Node's own start-up time (target: 0.4 s where Node starts in 0.05 s). Commands alternate, so that
// other load on the machine affects all equally.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { atMost, conclude } from "./support/conclude";

const rounds = 15;
const mostTimes = 0.4 / 0.05;
const script = join(import.meta.dirname, "../bin/redline.mjs");
const commands = {
  "node -e 0": ["-e", "0"],
  "redline --help": [script, "--help"],
  "redline judge list": [script, "judge", "list", "--project", "Bench"],
} as const;

function elapsedMs(args: readonly string[]): number {
  const begun = performance.now();
  execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - begun;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

execFileSync(process.execPath, [script, "seed", "empty", "--project", "Bench"]);
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, [] as number[]]));
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(commands)) times[name]?.push(elapsedMs(args));
}

const baseline = median(times["node -e 0"] ?? []);
const shortfalls: string[] = [];
for (const [name, values] of Object.entries(times)) {
  const ms = median(values);
  console.log(
    `${name.padEnd(20)} ${ms.toFixed(0).padStart(5)} ms   ${(ms / baseline).toFixed(1).padStart(4)} x node -e 0   (median of ${rounds})`,
  );
  shortfalls.push(...atMost(`${name}, times Node's own start`, ms / baseline, mostTimes));
}
conclude(shortfalls);
