import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { fileResponse } from "@/lib/http/stream";
import { exportFrozenReport } from "@/lib/workflows/export-frozen-report";

export const GET = route(endpoints.exportFrozenReport, async ({ actor, params, request }) => {
  const { bytes, ...file } = await exportFrozenReport(actor, params);
  return fileResponse(request, { ...file, body: oneChunk(bytes) });
});

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}
