import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointName } from "@/lib/domain/api";
import type { ReadName } from "./endpoint-query";
import { type InputOf, type ReplyOf, request } from "./request";

/**
 * A write: `const create = useEndpointMutation("createTask", { refresh: ["listTasks"] })`, then `create.mutateAsync({ params, body })`.
 * `refresh` names the reading endpoints whose cached replies are stale afterwards.
 */
export function useEndpointMutation<N extends EndpointName>(name: N, options: { refresh?: readonly ReadName[] } = {}) {
  const client = useQueryClient();
  return useMutation<ReplyOf<N>, Error, InputOf<N>>({
    mutationFn: (input) => request(name, input),
    onSuccess: async () => {
      await Promise.all((options.refresh ?? []).map((read) => client.invalidateQueries({ queryKey: [read] })));
    },
  });
}
