import { queryOptions } from "@tanstack/react-query";
import { readApiError, unreachable } from "@/lib/client/api-error";
import { endpointUrl, type QueryOf } from "@/lib/client/request";
import type { TrainingManifest } from "@/lib/domain/training";

type TrainingChoice = Omit<QueryOf<"exportTraining">, "split">;

/** The training data manifest before download: what each file would contain and why the rest is left out, or why there are none. */
export const trainingManifestQuery = (projectId: string, choice: TrainingChoice) =>
  queryOptions({
    queryKey: ["exportTraining", projectId, choice],
    queryFn: async ({ signal }): Promise<TrainingManifest> => {
      const address = endpointUrl("exportTraining", { params: { projectId }, query: { ...choice, split: "manifest" } });
      const response = await fetch(address, { credentials: "same-origin", signal }).catch((cause: unknown) => {
        throw unreachable(cause);
      });
      if (!response.ok) throw await readApiError(response);
      return response.json();
    },
    // Annotation and runs continue meanwhile, and a refusal says what is missing, so refetch each time.
    staleTime: 0,
    retry: false,
  });
