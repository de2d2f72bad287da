import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createJudge } from "@/lib/workflows/create-judge";
import { listJudges } from "@/lib/workflows/list-judges";

export const GET = route(endpoints.listJudges, ({ actor, params }) => listJudges(actor, params));
export const POST = route(endpoints.createJudge, ({ actor, params, body }) => createJudge(actor, { ...params, ...body }));
