import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listFilterChoices } from "@/lib/workflows/list-filter-choices";

export const GET = route(endpoints.listFilterChoices, ({ actor, params }) => listFilterChoices(actor, params));
