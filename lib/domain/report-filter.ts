import { z } from "zod";
import { arm } from "./assignment";
import { type ReportFilterName, reportFilterNames } from "./report-filter-names";
import { storedDay } from "./stored-time";

/**
 * What a report is narrowed to, as texts of a URL or a command line; absent: everything. People's ratings are narrowed by arm, annotator and days,
 * judges' by judge, and both by sample and by the version of the criteria. A judge that is not chosen is left out with its drafts and what
 * people did with them.
 */
export const reportFilterFields = {
  criteriaSet: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Work under this version of the criteria; absent: the newest with submitted work."),
  arm: arm.optional(),
  judge: z.string().min(1).optional().describe("A judge's name."),
  system: z.string().min(1).optional().describe("Samples with an output of this system."),
  subset: z.string().min(1).optional().describe("Samples of this part of the dataset."),
  annotator: z.string().min(1).optional().describe("An annotator's code."),
  finished: z.stringbool().optional().describe("Only samples that at least as many people have submitted as the task asks for."),
  from: storedDay.optional().describe("The first day, in UTC, on which people's ratings were submitted."),
  to: storedDay.optional().describe("The last day, in UTC, on which people's ratings were submitted."),
} satisfies Record<ReportFilterName, z.ZodType>;

/** What of a filter narrows a list that rests on judges' work alone, and on no rating. */
export const judgeFilterFields = {
  judge: reportFilterFields.judge.describe("Of the judge with this name in the report; absent: of all."),
};
export type JudgeFilter = Pick<ReportFilter, "judge">;

const bare = z.object(reportFilterFields);
export type ReportFilter = z.output<typeof bare>;

/** Whether the days of a filter are in order: a check for schemas that hold its fields. */
export const daysInOrder = ({ from, to }: ReportFilter): boolean => from === undefined || to === undefined || from <= to;
export const daysOutOfOrder = { path: ["to"], error: "must not be before `from`" };

export const reportFilter = bare.refine(daysInOrder, daysOutOfOrder);

/** A filter as parameters of a URL, as `filterQuery` writes them. */
export const filterTexts = z.partialRecord(z.enum(reportFilterNames), z.string());
export type FilterTexts = z.output<typeof filterTexts>;

/** The filter as parameters of a URL: `reportFilter` reads them back. What narrows nothing is left out. */
export function filterQuery(filter: ReportFilter): FilterTexts {
  const set = reportFilterNames.flatMap((field): [string, string][] => {
    const value = filter[field];
    return value === undefined || value === false ? [] : [[field, String(value)]];
  });
  return Object.fromEntries(set);
}

/** One text for each filter, by which its results are kept; "" narrows nothing. */
export const filterKey = (filter: ReportFilter): string => new URLSearchParams(filterQuery(filter)).toString();
