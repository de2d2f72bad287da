import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { CodebookEntry } from "@/lib/domain/reason-codes";

/** The project's reasons for changing criteria; empty until they are loaded. */
export function useCriteriaReasons(projectId: string): readonly CodebookEntry[] {
  return useQuery(endpointQuery("listReasonCodes", { params: { projectId } })).data?.criteria ?? [];
}
