import "server-only";
import type { ReportColumns } from "@/lib/domain/report-data";
import { addOutputFormats } from "./output-formats";
import { addSampleColumns } from "./sample-columns";

/** Adds to the samples of report data what the chapter on bias alone needs to know of them, which takes long to read; returns the data. */
export const addSampleTraits = async (data: ReportColumns): Promise<ReportColumns> => addSampleColumns(await addOutputFormats(data));
