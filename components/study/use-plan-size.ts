"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { request } from "@/lib/client/request";
import type { PlanContent } from "@/lib/domain/study-plan";

/** How precise a study with these choices would be, for what they assume and want; null while the choices contradict each other. */
export const usePlanSize = (taskId: string, plan: PlanContent | null) =>
  useQuery({
    queryKey: ["sizePlan", taskId, plan],
    queryFn: ({ signal }) => {
      if (plan === null) throw new Error("There is no plan to size.");
      return request("sizePlan", { params: { taskId }, body: { plan } }, { signal });
    },
    enabled: plan !== null,
    placeholderData: keepPreviousData,
  });
