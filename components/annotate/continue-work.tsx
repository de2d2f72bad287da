"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Banner } from "@/components/ui/banner";
import { ErrorState } from "@/components/ui/error-state";
import { request } from "@/lib/client/request";
import type { TaskSummary } from "@/lib/domain/project";
import { Gate } from "./gate";

/** Says why the annotator cannot go on in a task now, or what they have to do first. */
export function ContinueWork({ task }: { task: TaskSummary }) {
  const router = useRouter();
  const taskId = task.id;
  const next = useQuery({
    queryKey: ["nextAssignment", taskId],
    queryFn: () => request("nextAssignment", { params: { taskId } }),
    gcTime: 0,
    retry: false,
  });
  const goOn = async () => {
    const { data } = await next.refetch();
    if (data?.assignmentId) router.push(`/projects/${task.projectId}/annotate/${data.assignmentId}`);
  };
  if (next.isError) return <ErrorState title="No sample could be opened" error={next.error} onRetry={() => void next.refetch()} />;
  if (next.data?.gate) return <Gate task={task} gate={next.data.gate} onPassed={goOn} />;
  return (
    next.data?.why && (
      <Banner className="mt-3" role="status">
        {next.data.why}
      </Banner>
    )
  );
}
