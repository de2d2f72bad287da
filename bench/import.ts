/** Import rate, rows a second: CSV through the product, beside bare COPY of the same file into a bare table in the same run. */
import { createReadStream } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { disconnect, pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { commitImport } from "@/lib/workflows/commit-import";
import { createProject } from "@/lib/workflows/create-project";
import { stageImport } from "@/lib/workflows/stage-import";

const rows = Number(process.argv[2] ?? 100_000);
const repeats = 3;
const actor: Actor = { userId: "bench", name: "bench", email: "bench@localhost", instanceAdmin: true, memberships: new Map() };
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const folder = await mkdtemp(join(tmpdir(), "redline-bench-"));
// The database server reads the file itself for COPY, and may run as another user.
await chmod(folder, 0o755);
const file = join(folder, "samples.csv");
const sentence = "The bubbles shine because light bounces off both sides of a very thin film of soap and water. ";
await writeFile(
  file,
  `id,input,output,system\n${Array.from({ length: rows }, (_, index) => `s${index},Question ${index >> 2}?,"${sentence.repeat(1 + (index % 5))}",system-${index % 4}`).join("\n")}\n`,
);
const { id: projectId } = await createProject(actor, { name: "bench", description: "" });
const results: Record<"copy" | "check" | "write", number[]> = { copy: [], check: [], write: [] };
let peakMb = 0;
const sampler = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6);
}, 50);
for (let turn = 0; turn < repeats; turn++) {
  await pool().query("create table bare (id text, input text, output text, system text)");
  results.copy.push(await seconds(() => pool().query(`copy bare from '${file}' with (format csv, header)`)));
  await pool().query("drop table bare");
  let importId = "";
  const body = createReadStream(file, { highWaterMark: 1 << 20 });
  const staging = { projectId, fileName: "samples.csv", taskName: `bench ${turn}`, format: "csv" as const, body };
  results.check.push(
    await seconds(async () => {
      importId = (await stageImport(actor, staging)).id;
    }),
  );
  results.write.push(await seconds(() => commitImport(actor, { importId, skipBadRows: false })));
}
clearInterval(sampler);
const rate = (values: number[]) => Math.round(rows / median(values));
console.log(`${rows} samples, median of ${repeats}`);
console.log(`  bare COPY            ${rate(results.copy).toLocaleString("en")} rows/s`);
console.log(`  check (stage)        ${rate(results.check).toLocaleString("en")} rows/s`);
console.log(
  `  write (commit)       ${rate(results.write).toLocaleString("en")} rows/s, ${(median(results.write) / median(results.copy)).toFixed(1)} times COPY's time`,
);
console.log(`  peak memory          ${Math.round(peakMb)} MB`);
await disconnect();
await rm(folder, { recursive: true });
