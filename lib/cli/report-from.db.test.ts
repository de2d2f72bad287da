import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { statisticsVersion } from "@/lib/stats";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { reportCommand } from "./report";

temporaryDatabase();
let printed = "";
let folder = "";
let project = "";
const bundle = () => join(folder, "paper.report.jsonl.gz");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "redline-frozen-"));
  const study = await ratedStudy("pointwise", [3, 4, 2, 5]);
  project = study.name;
  await study.addRun({ judge: await study.addJudge("model"), drafts: drafts([3, 5, 2, 4]) });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await report("--project", project, "--freeze", "Paper", "--level", "interval", "-o", bundle());
});
afterEach(() => {
  printed = "";
  process.exitCode = 0;
  vi.doUnmock("@/lib/stats");
});
afterAll(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(folder, { recursive: true });
});

const report = (...args: string[]) => reportCommand().parseAsync(args, { from: "user" });
const changedTo = async (name: string, change: (text: string) => string) => {
  const path = join(folder, name);
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(bundle())).toString())));
  return path;
};

test("nothing is frozen where its bundle cannot be written", async () => {
  const count = async () => (await pool().query("select count(*)::int as n from frozen_reports")).rows[0].n;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const path = join(folder, "nowhere", "paper.json.gz");
  await expect(report("--project", project, "--freeze", "Lost", "-o", path)).rejects.toThrow(`${path}: its folder does not exist.`);
  expect(await count()).toBe(before);
});

test("freezing prints the id and the hash, and the bundle recomputes equal", async () => {
  printed = "";
  await report("--project", project, "--freeze", "Again", "--json");
  const { id, hash, name } = JSON.parse(printed);
  expect({ id, hash, name }).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    name: "Again",
  });
  printed = "";
  await report("--from", bundle());
  expect(printed).toMatch(/^Paper: Answers of Study \d+, frozen .* by Redline /);
  expect(printed).toMatch(/ {2}SHA-256 [0-9a-f]{64}\n/);
  expect(printed).toMatch(/ {2}all \d{3,} values recomputed equal\n/);
  expect(process.exitCode ?? 0).toBe(0);
});

test("a figure that the statistics now give differently is named, with both values, and the exit code is 1", async () => {
  const stats = await vi.importActual<typeof import("@/lib/stats")>("@/lib/stats");
  vi.resetModules();
  vi.doMock("@/lib/stats", () => ({
    ...stats,
    correlate: (options: Parameters<typeof stats.correlate>[0]) => {
      const result = stats.correlate(options);
      return { ...result, pearson: { ...result.pearson, value: 0.25 } };
    },
  }));
  const { reportFrom } = await import("./report-from");
  await reportFrom(bundle(), false);
  expect(printed).toMatch(/ values differ:\n/);
  expect(printed).toMatch(/ {2}correlation\.model\.pooled\.pearson\.value: 0\.79\d* frozen, 0\.25 now\n/);
  expect(process.exitCode).toBe(1);
});

test("tampering is found: another score, another figure, a lost end, and a file that is something else", async () => {
  const score = await changedTo("score.gz", (text) => text.replace('"score":5', '"score":4'));
  await expect(report("--from", score)).rejects.toThrow(`${score}: line`);
  await expect(report("--from", score)).rejects.toThrow("the bundle was changed after it was frozen");
  const figure = await changedTo("figure.gz", (text) => text.replace('"ratings":4', '"ratings":5'));
  await expect(report("--from", figure)).rejects.toThrow("the bundle was changed after it was frozen");
  const cut = await changedTo("cut.gz", (text) => text.slice(0, -80));
  await expect(report("--from", cut)).rejects.toThrow(/cut\.gz: /);
  const plain = join(folder, "plain.json");
  await writeFile(plain, "{}");
  await expect(report("--from", plain)).rejects.toThrow("plain.json: this is not a gzip file, or it is damaged.");
  await expect(report("--from", join(folder, "none.gz"))).rejects.toThrow("no such file");
});

/** The same with a closing hash that fits. */
const resealed = (text: string) => {
  const body = `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`;
  return `${body}${JSON.stringify({ sha256: createHash("sha256").update(body).digest("hex") })}\n`;
};

test.each<[what: string, from: string | RegExp, to: string, said: string]>([
  ["confidence", /"confidence":0\.95/, '"confidence":0.99', "head.settings.intervals[0].confidence: 0.99 frozen, 0.95 now"],
  [
    "resamples",
    /"resampled":\[\{"figure":"reaches","resamples":2000/,
    '"resampled":[{"figure":"reaches","resamples":9000',
    "head.settings.resampled[0].resamples: 9000 frozen, 2000 now",
  ],
  ["task", '"task":"Answers"', '"task":"Replies"', 'head.task: "Replies" frozen, "Answers" now'],
  ["filter", '"filter":{}', '"filter":{"from":"2001-01-01"}', 'head.settings.filter.from: "2001-01-01" frozen, missing now'],
  [
    "first rating",
    /"firstRatings":\[\{"version":1,"at":"20/,
    '"firstRatings":[{"version":1,"at":"90',
    "head.context.decisions.firstRatings: ",
  ],
])(
  "a header whose %s is not that of its data and report is named, though the closing hash was made to fit",
  async (what, from, to, said) => {
    const path = await changedTo(`${what}.gz`, (text) => resealed(text.replace(from, to)));
    await report("--from", path);
    expect(printed).toContain(said);
    expect(printed).not.toContain("recomputed equal");
    expect(process.exitCode).toBe(1);
  },
);

test("statistics of another version are said, and so is what of the header only the hash vouches for", async () => {
  await report("--from", bundle());
  expect(printed).toContain(`  statistics ${statisticsVersion}, as in this version of Redline\n`);
  expect(printed).toContain("only the SHA-256 vouches for it: id, name, project, frozenAt, settings.level, context, versions");
  printed = "";
  const path = await changedTo("statistics.gz", (text) => resealed(text.replace(/"statistics":"\d+"/, '"statistics":"9999"')));
  await report("--from", path, "--json");
  expect(JSON.parse(printed)).toMatchObject({ versions: { statistics: "9999" }, statisticsNow: statisticsVersion, equal: true });
  expect(JSON.parse(printed).statedAlone).toContain("versions");
  printed = "";
  await report("--from", path);
  expect(printed).toContain(`  statistics 9999; this version of Redline has statistics ${statisticsVersion}\n`);
});

test("without a project or a bundle, the command says what is missing", async () => {
  await expect(report()).rejects.toThrow("--project is required");
});
