import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { openAssignment } from "@/lib/workflows/open-assignment";

export const GET = route(endpoints.openAssignment, ({ actor, params }) => openAssignment(actor, params));
