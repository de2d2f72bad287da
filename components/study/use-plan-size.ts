"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "@/lib/client/request";
import type { SizeAssumptions, SizeTargets } from "@/lib/domain/plan-size";
import type { PlanContent } from "@/lib/domain/study-plan";
import { useSettled } from "./use-settled";

/** What is assumed and wanted beyond the plan; absent: as found or by default. */
export interface SizeQuestion {
  assumptions: SizeAssumptions;
  targets: Partial<SizeTargets>;
}

const settleMs = 400;

/** How precise a study with these choices would be; null while the choices contradict each other. Asked again once typing pauses. */
export function usePlanSize(taskId: string, plan: PlanContent | null) {
  const [question, setQuestion] = useState<SizeQuestion>({ assumptions: {}, targets: {} });
  const settled = useSettled(question, settleMs);
  const size = useQuery({
    queryKey: ["sizePlan", taskId, plan, settled],
    queryFn: ({ signal }) => {
      if (plan === null) throw new Error("There is no plan to size.");
      return request("sizePlan", { params: { taskId }, body: { plan, ...settled } }, { signal });
    },
    enabled: plan !== null,
    placeholderData: keepPreviousData,
  });
  return { size, question, setQuestion, isStale: size.isPlaceholderData || settled !== question };
}
