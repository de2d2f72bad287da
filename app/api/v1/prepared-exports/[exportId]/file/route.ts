import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { storedFileResponse } from "@/lib/http/stream";
import { readPreparedExport } from "@/lib/workflows/read-prepared-export";

export const GET = route(endpoints.downloadPreparedExport, async ({ actor, params, request }) =>
  storedFileResponse(request, await readPreparedExport(actor, params)),
);
