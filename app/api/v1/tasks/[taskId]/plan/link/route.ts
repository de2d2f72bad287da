import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readParticipation } from "@/lib/workflows/read-participation";
import { saveParticipationLink } from "@/lib/workflows/save-participation-link";

export const GET = route(endpoints.readParticipation, ({ actor, params }) => readParticipation(actor, params));
export const PUT = route(endpoints.saveParticipationLink, async ({ actor, params, body }) => {
  await saveParticipationLink(actor, { ...params, ...body });
  return readParticipation(actor, params);
});
