import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { closePlan } from "@/lib/workflows/close-plan";

export const POST = route(endpoints.closePlan, ({ actor, params }) => closePlan(actor, params));
