import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { invitePerson } from "@/lib/workflows/invite-person";
import { listPeople } from "@/lib/workflows/list-people";

export const GET = route(endpoints.listPeople, ({ actor, params }) => listPeople(actor, params));
export const POST = route(endpoints.invitePerson, ({ actor, params, body }) => invitePerson(actor, { ...params, ...body }), {
  secretReply: true,
});
