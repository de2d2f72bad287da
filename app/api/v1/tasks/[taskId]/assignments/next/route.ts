import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { nextAssignment } from "@/lib/workflows/next-assignment";

export const POST = route(endpoints.nextAssignment, ({ actor, params }) => nextAssignment(actor, params));
