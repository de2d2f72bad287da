import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { endJudgeWatch } from "@/lib/workflows/end-judge-watch";

export const POST = route(endpoints.endJudgeWatch, ({ actor, params }) => endJudgeWatch(actor, params));
