import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listUnits } from "@/lib/workflows/list-units";

export const GET = route(endpoints.listUnits, ({ actor, params, query: { cursor, limit, ...selection } }) =>
  listUnits(actor, { ...params, cursor, limit, selection }),
);
