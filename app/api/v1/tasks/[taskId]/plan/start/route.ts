import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { startPlan } from "@/lib/workflows/start-plan";

export const POST = route(endpoints.startPlan, ({ actor, params }) => startPlan(actor, params));
