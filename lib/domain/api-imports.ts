import { z } from "zod";
import { type Endpoint, nothing } from "./api-endpoint";
import { commitImportBody, importFormat, importSummary } from "./import";
import { type ImportMapping, mapImportBody, parseMapping, savedMapping } from "./import-mapping";
import { wholeList } from "./page";
import { parseScales } from "./parse-scales";

/** A part of a mapping as text; the reason why it is none is the message. */
const mappingText = (parse: (text: string) => ImportMapping | string) =>
  z
    .string()
    .max(20_000)
    .superRefine((text, context) => {
      const parsed = parse(text);
      if (typeof parsed === "string") context.addIssue({ code: "custom", message: parsed });
    })
    .optional();

/** The part of the HTTP interface that imports files. */
export const importEndpoints = {
  createImport: {
    method: "POST",
    path: "/projects/{projectId}/imports",
    summary:
      "Stage a file (the request body is the file) and check it row by row; nothing is written to the study. Files over REDLINE_UPLOAD_LIMIT_MB (2,000) are refused with 413",
    query: z.object({
      fileName: z.string().min(1).max(500),
      task: z.string().max(200).optional().describe("The task's name; one that is not there is made."),
      format: importFormat.default("auto"),
      scale: z
        .string()
        .max(10_000)
        .refine(
          (text) => parseScales(text) !== null,
          "This is no scale: its highest score must be above the lowest, and its labels must differ.",
        )
        .optional()
        .describe(
          "The scale of ratings whose criteria the task does not have yet: 1-5, 0-10/0.5, 0-100/any, labels (true|false), or several (quality=1-5,length=0-100).",
        ),
      map: mappingText((text) => parseMapping(text, undefined)).describe(
        "Which column or JSON path holds which field: input=question,output=answer.",
      ),
      ratings: mappingText((text) => parseMapping(undefined, text)).describe(
        "Columns that hold ratings: wide:annotator1..3 (one rater each) or criteria:fluency,coherence.",
      ),
    }),
    reply: importSummary,
  },
  listImports: {
    method: "GET",
    path: "/projects/{projectId}/imports",
    summary: "Imports, newest first",
    ...wholeList(importSummary, ({ id }) => id),
  },
  getImport: { method: "GET", path: "/imports/{importId}", summary: "One import, with progress", reply: importSummary },
  mapImport: {
    method: "POST",
    path: "/imports/{importId}/mapping",
    summary: "Read a staged file again with other columns; saveAs keeps the mapping under a name",
    body: mapImportBody,
    reply: importSummary,
  },
  listImportMappings: {
    method: "GET",
    path: "/projects/{projectId}/import-mappings",
    summary: "The mappings of columns that a project keeps, by name",
    ...wholeList(savedMapping, ({ name }) => name),
  },
  commitImport: {
    method: "POST",
    path: "/imports/{importId}/commit",
    summary: "Write a staged import, all or nothing",
    body: commitImportBody,
    reply: importSummary,
  },
  undoImport: { method: "POST", path: "/imports/{importId}/undo", summary: "Undo an import", reply: importSummary },
  discardImport: { method: "DELETE", path: "/imports/{importId}", summary: "Discard a staged import", reply: nothing },
} as const satisfies Record<string, Endpoint>;
