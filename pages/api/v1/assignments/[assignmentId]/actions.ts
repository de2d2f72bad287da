import { endpoints } from "@/lib/domain/api";
import { nodeRoute } from "@/lib/http/node-route";
import { route } from "@/lib/http/route";
import { saveActions, saveBySession } from "@/lib/workflows/save-actions";

export const POST = route(endpoints.saveActions, ({ actor, params, body }) => saveActions(actor, { ...params, ...body }), {
  bySession: (sessionToken, { params, body }) => saveBySession(sessionToken, { ...params, ...body }),
});

export default nodeRoute(POST);
/** The route reads the body itself. */
export const config = { api: { bodyParser: false, externalResolver: true } };
