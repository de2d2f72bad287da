import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { submitAssignment } from "@/lib/workflows/submit-assignment";

export const POST = route(endpoints.submitAssignment, ({ actor, params }) => submitAssignment(actor, params));
