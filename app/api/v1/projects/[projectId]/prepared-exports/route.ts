import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listPreparedExports } from "@/lib/workflows/list-prepared-exports";
import { prepareExport } from "@/lib/workflows/prepare-export";

export const GET = route(endpoints.listPreparedExports, ({ actor, params }) => listPreparedExports(actor, params));

export const POST = route(endpoints.prepareExport, ({ actor, params, body: { task, ...body } }) =>
  prepareExport(actor, { ...params, ...body, taskId: task }),
);
