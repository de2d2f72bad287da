import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readParticipation } from "@/lib/workflows/read-participation";
import { renewParticipationLink } from "@/lib/workflows/renew-participation-link";

export const POST = route(endpoints.renewParticipationLink, async ({ actor, params }) => {
  await renewParticipationLink(actor, params);
  return readParticipation(actor, params);
});
