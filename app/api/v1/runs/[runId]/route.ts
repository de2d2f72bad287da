import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { eventResponse, wantsEvents } from "@/lib/http/stream";
import { controlRun } from "@/lib/workflows/control-run";
import { getRun } from "@/lib/workflows/get-run";
import { watchRun } from "@/lib/workflows/watch-run";

export const GET = route(endpoints.getRun, ({ actor, again, params, request }) =>
  wantsEvents(request) ? eventResponse(request, (signal) => watchRun(actor, { ...params, signal, again })) : getRun(actor, params),
);

export const POST = route(endpoints.controlRun, ({ actor, params, body }) => controlRun(actor, { ...params, ...body }));
