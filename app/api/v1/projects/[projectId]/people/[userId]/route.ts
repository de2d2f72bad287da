import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { removePerson } from "@/lib/workflows/remove-person";
import { updatePerson } from "@/lib/workflows/update-person";

export const PATCH = route(endpoints.updatePerson, ({ actor, params, body }) => updatePerson(actor, { ...params, ...body }));
export const DELETE = route(endpoints.removePerson, ({ actor, params }) => removePerson(actor, params));
