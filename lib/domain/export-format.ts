import { z } from "zod";

/** How a study is written out, besides as training data. */
export const exportFormat = z.enum(["jsonl", "csv", "excel", "long-csv"]);
export type ExportFormat = z.infer<typeof exportFormat>;
