import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { flagAssignment } from "@/lib/workflows/flag-assignment";

export const POST = route(endpoints.flagAssignment, ({ actor, params, body }) => flagAssignment(actor, { ...params, ...body }));
