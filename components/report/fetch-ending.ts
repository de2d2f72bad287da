import type { QueryClient } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";

/** What the report's ending asks the server for, ahead of being shown. */
export const fetchEnding = (client: QueryClient, taskId: string): Promise<unknown>[] =>
  (["listTaskPlans", "listRuns", "listCriteriaRates"] as const).map((name) =>
    client.ensureQueryData(endpointQuery(name, { params: { taskId } })),
  );
