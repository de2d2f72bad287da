import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { approveAssignment } from "@/lib/workflows/approve-assignment";

export const POST = route(endpoints.approveAssignment, ({ actor, params }) => approveAssignment(actor, params));
