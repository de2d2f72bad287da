import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { expect, test } from "vitest";
import { readReportBundle } from "@/lib/datasets/report-bundle";
import { pool } from "@/lib/db/client";
import { findStoredReport } from "@/lib/db/stored-reports";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { unitSelection } from "@/lib/domain/unit-selection";
import { buildReport } from "@/lib/report/build-report";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { computeReport } from "./compute-report";
import { exportFrozenReport } from "./export-frozen-report";
import { freezeReport } from "./freeze-report";
import { importFile } from "./import-file";
import { listUnits } from "./list-units";
import { readReport } from "./read-report";

temporaryDatabase();

const size = 70;
const languageOf = (at: number) => (at < 26 ? "de" : at < 57 ? "pt, BR" : at < 63 ? "sw" : at < 68 ? "it" : "");
const domainOf = (at: number) => (at % 5 < 2 ? "law" : "Ann’s");
const monthOf = (at: number) => (at % 3 === 0 ? "2026-02" : "2026-03");
/** Between one and five, without a pattern that the groups have too. */
const scoreOf = (at: number, rater: number) => 1 + ((at * at * 7 + at * (3 + rater) + rater * rater) % 5);

/** Samples with columns of the file's own, rated by a judge and two people: blind by Ann, who named herself in a column, and beside drafts, earlier, by Ben. */
async function study() {
  const { projectId } = await loadSmallStudy({ ...smallBundle(0), criteria: [] });
  const load = async (fileName: string, lines: readonly string[]) => {
    const body = (async function* () {
      yield Buffer.from(`${lines.join("\n")}\n`);
    })();
    const scale = { min: 1, max: 5, step: 1, levels: [] };
    await importFile(instanceAdmin, { projectId, taskName: "Answers", fileName, format: "csv", body, scale, skipBadRows: false });
  };
  const places = Array.from({ length: size }, (_, at) => at);
  await load("samples.csv", [
    "id,input,output,language,domain,comment",
    ...places.map((at) => `s${at},Question ${at}?,Answer ${at}.,"${languageOf(at)}",${domainOf(at)},Comment ${at}`),
  ]);
  await load("ratings.csv", [
    "sample_id,criterion,rater,rater_kind,arm,score,ended_at",
    ...places.flatMap((at) => [
      `s${at},Clear,J,judge,,${scoreOf(at, 0)},`,
      ...(at === 1 ? [] : [`s${at},Clear,Ann,annotator,blind,${scoreOf(at, 1)},${monthOf(at)}-28T23:59:59Z`]),
      `s${at},Clear,Ben,annotator,drafted,${scoreOf(at, 2)},2025-11-01T00:00:00Z`,
    ]),
  ]);
  const { rows } = await pool().query<{ id: string }>("select id from tasks where project_id = $1 and name = 'Answers'", [projectId]);
  return { projectId, taskId: rows[0]?.id ?? "" };
}

const groupsIn = (report: TaskReport | undefined) => report?.chapters.bias.J?.perCriterion.Clear?.subgroups ?? [];
const named = (report: TaskReport | undefined) =>
  groupsIn(report).map(({ by, column, group, difference }) => [column ?? by, group, difference.n]);

/** Ann left out the second sample. */
const expected = [
  ["domain", "Ann’s", 42],
  ["domain", "law", 27],
  ["language", "de", 25],
  ["language", "pt, BR", 31],
  ["language", "small groups", 11],
  ["month", "2026-02", 24],
  ["month", "2026-03", 45],
];

test("columns of an imported file and the months of ratings make groups, whose units are listed", async () => {
  const { projectId, taskId } = await study();
  const report = (await readReport(instanceAdmin, { projectId, taskId })).tasks[0];
  expect(named(report)).toEqual(expected);
  for (const of of groupsIn(report)) {
    const selection = unitSelection.parse({ ...figureUnits.inGroup("Clear", "J", of), arm: "blind" });
    const { items, counts } = await listUnits(instanceAdmin, { taskId, limit: 100, selection });
    const isIn = (at: number) => {
      if (of.by === "month") return monthOf(at) === of.group;
      if (of.column === "domain") return domainOf(at) === of.group;
      return of.group === "small groups" ? at > 56 && at < 68 : languageOf(at) === of.group;
    };
    const own = Array.from({ length: size }, (_, at) => at).filter((at) => at !== 1 && isIn(at));
    expect(items.map(({ externalId }) => externalId)).toEqual(own.map((at) => `s${at}`));
    expect(counts.units).toBe(of.difference.n);
    const mean = (places: number[]) => places.reduce((sum, at) => sum + scoreOf(at, 0) - scoreOf(at, 1), 0) / places.length;
    const others = Array.from({ length: size }, (_, at) => at).filter(
      (at) => at !== 1 && !isIn(at) && (of.column !== "language" || languageOf(at) !== ""),
    );
    expect(of.difference.value).toBeCloseTo(mean(own) - mean(others), 12);
  }
});

test("the page's report has them once the chapter's intervals are computed, and a frozen one, which names annotators by code, with the data for them", async () => {
  const { projectId, taskId } = await study();
  const stored = async () => {
    const found = await findStoredReport({ taskId, view: "without", filter: {} });
    return found === null ? expect.unreachable() : (JSON.parse(found.body) as TaskReport);
  };
  const job = { projectId, taskId, view: "without" as const };
  await pool().query("alter table samples rename column metadata to hidden");
  const values = computeReport({ ...job, valuesFor: "bias" }, 3);
  await values.finally(() => pool().query("alter table samples rename column hidden to metadata"));
  expect(named(await stored())).toEqual([]);
  await computeReport({ ...job, first: "bias" }, 3);
  expect(named(await stored())).toEqual(expected);
  const order = { projectId, taskId, name: "Frozen", excluded: "without" as const, level: "ordinal" as const, filter: {} };
  const { id: frozenId } = await freezeReport(instanceAdmin, order);
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId });
  const { data, report } = await readReportBundle(createInterface({ input: Readable.from(bytes).pipe(createGunzip()) }));
  const code = data.raters.find(({ kind }) => kind === "annotator")?.name;
  const renamed = expected.map(([by, group, n]) => [by, group === "Ann’s" ? `${code}’s` : group, n]);
  expect(named(report).map(String).sort()).toEqual(renamed.map(String).sort());
  expect(groupsIn(buildReport(data))).toEqual(groupsIn(report));
  expect(JSON.stringify(data)).not.toMatch(/Comment|Ann/u);
});
