import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { liftExclusion } from "@/lib/workflows/lift-exclusion";

export const DELETE = route(endpoints.liftExclusion, ({ actor, params }) => liftExclusion(actor, params));
