import { textsOf } from "@/lib/datasets/training/training-pieces";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { fileResponse } from "@/lib/http/stream";
import { exportTraining } from "@/lib/workflows/export-training";

export const GET = route(endpoints.exportTraining, async ({ actor, params, query, request }) => {
  const { task, split, ...options } = query;
  const { fileNameOf, pieces } = await exportTraining(actor, { ...params, taskId: task, options, files: [split] });
  const contentType = split === "manifest" ? "application/json" : "application/x-ndjson";
  return fileResponse(request, { fileName: fileNameOf(split), contentType, body: textsOf(pieces) });
});
