import "server-only";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { readReportBundle } from "@/lib/datasets/report-bundle";
import { AppError } from "@/lib/domain/errors";
import type { ReportBundle } from "@/lib/domain/frozen-report";
import { reportFilter } from "@/lib/domain/report-filter";
import { buildReport } from "@/lib/report/build-report";
import { compareHead, statedAlone } from "@/lib/report/compare-head";
import { compareReports, type DifferingFigure } from "@/lib/report/compare-reports";
import { statisticsVersion } from "@/lib/stats";
import { print, printJson, UsageError } from "./output";

const shown = 50;

/**
 * Recomputes a frozen report from its bundle and compares every figure, and what its header repeats of them. Needs no database. Exit code 1 if
 * anything differs; throws invalid_input, naming the file, for one that is no bundle or was changed.
 */
export async function reportFrom(path: string, json: boolean): Promise<void> {
  const { head, data, report, hash } = await readBundle(path);
  const now: unknown = JSON.parse(JSON.stringify(recompute(path, data, head)));
  const both = [compareHead({ head, data, report }), compareReports(report, now)];
  const compared = both.reduce((sum, one) => sum + one.compared, 0);
  const differing = both.flatMap((one) => one.differing);
  const equal = differing.length === 0;
  if (json) printJson({ ...head, hash, statisticsNow: statisticsVersion, compared, equal, differing, statedAlone });
  else {
    print(`${head.name}: ${head.task} of ${head.project}, frozen ${head.frozenAt} by Redline ${head.versions.redline}`);
    print(`  id ${head.id}`);
    print(`  SHA-256 ${hash}`);
    print(`  ${statisticsWords(head.versions.statistics)}`);
    print(verdict(compared, differing));
    for (const { figure, frozen, now: recomputed } of differing.slice(0, shown))
      print(`  ${figure}: ${JSON.stringify(frozen)} frozen, ${JSON.stringify(recomputed) ?? "missing"} now`);
    if (differing.length > shown) print(`  … and ${differing.length - shown} more; --json lists all`);
    print(`  stated in its header and not recomputed, so that only the SHA-256 vouches for it: ${statedAlone.join(", ")}`);
  }
  if (differing.length > 0) process.exitCode = 1;
}

const statisticsWords = (frozen: string) =>
  frozen === statisticsVersion
    ? `statistics ${frozen}, as in this version of Redline`
    : `statistics ${frozen}; this version of Redline has statistics ${statisticsVersion}`;

const verdict = (compared: number, differing: DifferingFigure[]) =>
  differing.length === 0
    ? `  all ${compared} values recomputed equal`
    : `  ${differing.length} of ${compared} values ${differing.length === 1 ? "differs" : "differ"}:`;

function recompute(path: string, data: ReportBundle["data"], head: ReportBundle["head"]) {
  try {
    return buildReport(data, head.settings.excluded, reportFilter.parse(head.settings.filter));
  } catch (error) {
    throw new AppError("invalid_input", `${path}: no report can be computed from its data: ${messageOf(error)}`, { cause: error });
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readBundle(path: string): Promise<ReportBundle> {
  const file = createReadStream(path);
  const text = file.pipe(createGunzip());
  const failed = new Promise<never>((_, reject) => {
    file.once("error", (cause) => reject(new UsageError(`${path}: ${cause.message}`)));
    text.once("error", (cause) => reject(new AppError("invalid_input", `${path}: this is not a gzip file, or it is damaged.`, { cause })));
  });
  try {
    return await Promise.race([readReportBundle(createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })), failed]);
  } catch (error) {
    if (error instanceof AppError && !error.message.startsWith(path))
      throw new AppError(error.code, `${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
