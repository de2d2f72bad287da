import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { finishJudgeTrial } from "@/lib/workflows/finish-judge-trial";

export const POST = route(endpoints.finishJudgeTrial, ({ actor, params }) => finishJudgeTrial(actor, params));
