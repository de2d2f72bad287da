import { endpoints } from "@/lib/domain/api";
import { selectsUnits } from "@/lib/domain/unit-query";
import { route } from "@/lib/http/route";
import { findSamplePlace } from "@/lib/workflows/find-sample-place";

export const GET = route(endpoints.findSamplePlace, ({ actor, params, query: { at, ...list } }) =>
  findSamplePlace(actor, { ...params, criterionId: at ?? null, selection: selectsUnits(list) ? list : null, filter: list }),
);
