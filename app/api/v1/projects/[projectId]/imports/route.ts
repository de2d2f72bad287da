import { endpoints } from "@/lib/domain/api";
import { parseScale } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { route } from "@/lib/http/route";
import { listImports } from "@/lib/workflows/list-imports";
import { stageImport } from "@/lib/workflows/stage-import";

export const GET = route(endpoints.listImports, ({ actor, params }) => listImports(actor, params));

export const POST = route(endpoints.createImport, ({ actor, params, query, request }) => {
  if (request.body === null) throw new AppError("bad_request", "The request body is the file, and there is none.");
  const scale = query.scale === undefined ? undefined : (parseScale(query.scale) ?? undefined);
  const declaredBytes = Number(request.headers.get("content-length") ?? 0);
  const file = { fileName: query.fileName, format: query.format, body: request.body, declaredBytes };
  return stageImport(actor, { ...params, ...file, taskName: query.task, scale });
});
