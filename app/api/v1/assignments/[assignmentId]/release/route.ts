import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { releaseAssignment } from "@/lib/workflows/release-assignment";

export const POST = route(endpoints.releaseAssignment, ({ actor, params }) => releaseAssignment(actor, params));
