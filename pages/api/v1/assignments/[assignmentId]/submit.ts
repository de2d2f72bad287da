import { endpoints } from "@/lib/domain/api";
import { nodeRoute } from "@/lib/http/node-route";
import { route } from "@/lib/http/route";
import { submitAssignment } from "@/lib/workflows/submit-assignment";

export const POST = route(endpoints.submitAssignment, ({ actor, params }) => submitAssignment(actor, params));

export default nodeRoute(POST);
/** The route reads the body itself. */
export const config = { api: { bodyParser: false, externalResolver: true } };
