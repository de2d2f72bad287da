"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { endpointKey, endpointQuery } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import { run as runSchema } from "@/lib/domain/judge";
import { isGoing } from "../words/run-words";

const pollMs = 3000;

/** A run kept current by server-sent events while it is in progress, or by polling if those do not get through. */
export function useLiveRun(runId: string) {
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  const input = { params: { runId } };
  const query = useQuery({
    ...endpointQuery("getRun", input),
    refetchInterval: ({ state }) => (!streaming && state.data && isGoing(state.data) ? pollMs : false),
  });
  const going = query.data !== undefined && isGoing(query.data);
  useEffect(() => {
    if (!going) return;
    const source = new EventSource(endpointUrl("getRun", { params: { runId } }));
    const take = (event: MessageEvent<string>) => {
      const parsed = runSchema.safeParse(JSON.parse(event.data));
      if (!parsed.success) return;
      setStreaming(true);
      client.setQueryData(endpointKey("getRun", { params: { runId } }), parsed.data);
      if (!isGoing(parsed.data)) void client.invalidateQueries({ queryKey: endpointKey("listRuns") });
    };
    source.addEventListener("message", take);
    source.addEventListener("run", take);
    source.addEventListener("error", () => setStreaming(false));
    return () => {
      source.close();
      setStreaming(false);
    };
  }, [client, going, runId]);
  return query;
}
