import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { skipAssignment } from "@/lib/workflows/skip-assignment";

export const POST = route(endpoints.skipAssignment, ({ actor, params, body }) => skipAssignment(actor, { ...params, ...body }));
