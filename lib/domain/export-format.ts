import { z } from "zod";

/** The export formats of a study, besides training data. "redline" is a bundle: the whole project, to be imported elsewhere. */
export const exportFormat = z.enum([
  "jsonl",
  "csv",
  "excel",
  "long-csv",
  "parquet",
  "long-parquet",
  "hugging-face",
  "coeval",
  "adjudicated-csv",
  "redline",
]);
export type ExportFormat = z.infer<typeof exportFormat>;
