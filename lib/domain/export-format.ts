import { z } from "zod";

/** The export formats of a study, besides training data. */
export const exportFormat = z.enum(["jsonl", "csv", "excel", "long-csv", "adjudicated-csv"]);
export type ExportFormat = z.infer<typeof exportFormat>;
