import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { testJudge } from "@/lib/workflows/test-judge";

export const POST = route(endpoints.testJudge, ({ actor, params, request }) => testJudge(actor, { ...params, signal: request.signal }));
