import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createJudgeCandidate } from "@/lib/workflows/create-judge-candidate";

export const POST = route(endpoints.createJudgeCandidate, ({ actor, params, body }) => createJudgeCandidate(actor, { ...params, ...body }));
