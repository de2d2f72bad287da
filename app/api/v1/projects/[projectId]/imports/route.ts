import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { AppError } from "@/lib/domain/errors";
import { parseMapping } from "@/lib/domain/import-mapping";
import { parseScales } from "@/lib/domain/parse-scales";
import { route } from "@/lib/http/route";
import { listImports } from "@/lib/workflows/list-imports";
import { stageImport } from "@/lib/workflows/stage-import";

export const GET = route(endpoints.listImports, ({ actor, params }) => listImports(actor, params));

export const POST = route(endpoints.createImport, ({ actor, params, query, request }) => {
  if (request.body === null) throw new AppError("bad_request", "The request body is the file, and there is none.");
  const { scale, scales } = (query.scale === undefined ? null : parseScales(query.scale)) ?? {};
  const mapping = query.map === undefined && query.ratings === undefined ? null : parseMapping(query.map, query.ratings);
  if (typeof mapping === "string") throw new AppError("invalid_input", mapping);
  const declaredBytes = Number(request.headers.get("content-length") ?? 0);
  const file = { fileName: query.fileName, format: query.format, body: request.body, declaredBytes };
  const input = { ...params, ...file, taskName: query.task, scale, options: { mapping, ...(scales && { scales }) } };
  return stageImport(actor, input, (...given) => computeApart("checkUpload", given));
});
