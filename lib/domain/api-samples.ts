import { z } from "zod";
import type { Endpoint } from "./api-endpoint";
import { page, pageQuery } from "./page";
import { sampleRow } from "./project";
import { daysInOrder, daysOutOfOrder, reportFilterFields } from "./report-filter";
import { sampleDetail } from "./sample-detail";
import { filterChoices, sampleFilterFields } from "./sample-filter";
import { samplePlace, selectedUnit, selectionCounts, unitSelectionFields } from "./unit-selection";

const leftOut = z
  .int()
  .describe("How many samples that you have open yourself are left out, because scores decide what is listed. They may fit or not.");

/** The part of the HTTP interface in which researchers read samples and find those behind a figure. */
export const sampleEndpoints = {
  listSamples: {
    method: "GET",
    path: "/tasks/{taskId}/samples",
    summary: "Samples, in import order or with the widest disagreement first",
    query: pageQuery.extend(sampleFilterFields),
    reply: page(sampleRow).extend({ leftOut }),
  },
  listUnits: {
    method: "GET",
    path: "/tasks/{taskId}/units",
    summary: "The units behind a figure of the report, with how many units, ratings and draft lines there are",
    query: pageQuery.extend(unitSelectionFields).refine(daysInOrder, daysOutOfOrder),
    reply: page(selectedUnit).extend({ counts: selectionCounts, leftOut }),
  },
  listFilterChoices: {
    method: "GET",
    path: "/tasks/{taskId}/filter-choices",
    summary: "What the samples and the report of a task can be narrowed to",
    reply: filterChoices,
  },
  getSample: {
    method: "GET",
    path: "/samples/{sampleId}",
    summary: "One sample: texts, drafts, everybody's scores and redlines, labels, known answers and history",
    query: z.object({ criteriaSet: reportFilterFields.criteriaSet }),
    reply: sampleDetail,
  },
  findSamplePlace: {
    method: "GET",
    path: "/samples/{sampleId}/place",
    summary:
      "The position of a sample, or of one of its units (`at`: a criterion's id), in a list of samples or of the units behind a figure",
    query: z.object({ ...sampleFilterFields, ...unitSelectionFields, at: z.uuid().optional() }).refine(daysInOrder, daysOutOfOrder),
    reply: samplePlace,
  },
} as const satisfies Record<string, Endpoint>;
