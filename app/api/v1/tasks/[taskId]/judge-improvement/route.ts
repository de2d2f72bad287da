import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readJudgeImprovement } from "@/lib/workflows/read-judge-improvement";

export const GET = route(endpoints.readJudgeImprovement, ({ actor, params }) => readJudgeImprovement(actor, params));
