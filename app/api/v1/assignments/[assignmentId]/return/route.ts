import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { returnAssignment } from "@/lib/workflows/return-assignment";

export const POST = route(endpoints.returnAssignment, ({ actor, params, body }) => returnAssignment(actor, { ...params, ...body }));
