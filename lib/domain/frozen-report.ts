import { z } from "zod";
import { excludedWork } from "./exclusion";
import type { TaskReport } from "./report";
import { reportContext } from "./report-context";
import type { ReportData } from "./report-data";
import { filterTexts, reportFilter } from "./report-filter";

export const measurementLevel = z.enum(["nominal", "ordinal", "interval", "ratio"]);
export type MeasurementLevel = z.infer<typeof measurementLevel>;

/** How intervals were computed; resamples and seed are null for methods without either. */
const intervalKind = z.object({
  method: z.string(),
  confidence: z.number(),
  resamples: z.number().nullable(),
  seed: z.number().nullable(),
});
export type IntervalKind = z.infer<typeof intervalKind>;

/** A figure from resamples that is no interval, by its field in the report. */
const resampled = z.object({ figure: z.string(), resamples: z.number(), seed: z.number() });
export type Resampled = z.infer<typeof resampled>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a frozen report is of, first line of its bundle. Annotators are named by code, in the report as in the data. */
export const frozenHead = z.object({
  redlineReport: z.literal(1),
  id: z.uuid(),
  name: z.string(),
  project: z.string(),
  task: z.string(),
  frozenAt: z.iso.datetime(),
  settings: z.object({
    excluded: excludedWork,
    /** What it is narrowed to; empty: nothing. */
    filter: filterTexts,
    /** The level of measurement at which it was looked at; the report has all. */
    level: measurementLevel,
    /** Every kind of interval in the report. */
    intervals: z.array(intervalKind),
    /** What else of the report comes from resamples. Absent from reports that were frozen before it was kept. */
    resampled: z.array(resampled).optional(),
  }),
  /** Absent from reports that were frozen before it was kept. */
  context: reportContext.optional(),
  versions: z.object({ redline: z.string(), statistics: z.string() }),
  /** SHA-256 of the bundle's data lines. */
  dataHash: hash,
});
export type FrozenHead = z.infer<typeof frozenHead>;

/** A report's input, the report computed from it, and what both are of. */
export interface ReportBundle {
  head: FrozenHead;
  data: ReportData;
  report: TaskReport;
  /** SHA-256 of all lines but the last, which states it. */
  hash: string;
}

/** A frozen report as the API and its page show it. The report may be of an older version than the product's own model. */
export const frozenReport = z.object({ head: frozenHead, hash, report: z.custom<TaskReport>((value) => typeof value === "object") });
export type FrozenReport = z.infer<typeof frozenReport>;

export const frozenSummary = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  /** As it was called. */
  task: z.string(),
  name: z.string(),
  hash,
  frozenAt: z.iso.datetime(),
  /** What it is narrowed to; empty: nothing. */
  filter: filterTexts,
  /** Null: the command line, or an account that was deleted. */
  frozenBy: z.string().nullable(),
});
export type FrozenSummary = z.infer<typeof frozenSummary>;

export const freezeReportBody = z.object({
  taskId: z.uuid(),
  name: z.string().trim().min(1).max(200),
  excluded: excludedWork.default("without"),
  level: measurementLevel.default("ordinal"),
  /** As the parameters of the report's URL. */
  filter: reportFilter.prefault({}),
});
export type FreezeOrder = z.infer<typeof freezeReportBody>;
