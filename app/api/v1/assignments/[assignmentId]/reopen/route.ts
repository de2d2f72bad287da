import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { reopenAssignment } from "@/lib/workflows/reopen-assignment";

export const POST = route(endpoints.reopenAssignment, ({ actor, params }) => reopenAssignment(actor, params));
