"use client";

import { useQuery } from "@tanstack/react-query";
import { request } from "@/lib/client/request";
import type { OpenedAssignment } from "@/lib/domain/assignment";

/**
 * The sample that comes after this one, claimed and loaded while the annotator works; null: not known yet. Asked for once, at the first decision: a
 * sample that is only looked at holds no other.
 */
export function usePrepared(opened: OpenedAssignment, begun: boolean): OpenedAssignment | null {
  const { data } = useQuery({
    queryKey: ["prepareAssignment", opened.id],
    queryFn: () => request("prepareAssignment", { params: { taskId: opened.task.id }, body: { after: opened.id } }),
    enabled: begun && opened.editable && opened.status === "open" && opened.exam === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Without it the next sample is loaded after submitting.
    retry: false,
    refetchOnReconnect: false,
  });
  return data?.next ?? null;
}
