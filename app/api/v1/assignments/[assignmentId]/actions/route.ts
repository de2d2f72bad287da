import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { saveActions, saveBySession } from "@/lib/workflows/save-actions";

/** As a route of unknown kind, Next would wrap every request in a proxy that watches what is read. */
export const dynamic = "force-dynamic";

export const POST = route(endpoints.saveActions, ({ actor, params, body }) => saveActions(actor, { ...params, ...body }), {
  bySession: (sessionToken, { params, body }) => saveBySession(sessionToken, { ...params, ...body }),
});
