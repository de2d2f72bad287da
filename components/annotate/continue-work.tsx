"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { FieldError } from "@/components/ui/field";
import { Markdown } from "@/components/ui/markdown";
import { request } from "@/lib/client/request";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";

/** Says why the annotator cannot go on in a task now, or asks for their consent to the study. */
export function ContinueWork({ task: { id: taskId, projectId, name } }: { task: TaskSummary }) {
  const next = useQuery({
    queryKey: ["nextAssignment", taskId],
    queryFn: () => request("nextAssignment", { params: { taskId } }),
    gcTime: 0,
    retry: false,
  });
  if (next.isError) return <ErrorState title="No sample could be opened" error={next.error} onRetry={() => void next.refetch()} />;
  if (next.data?.consent) return <Consent {...{ taskId, projectId, name }} text={next.data.consent} />;
  return (
    next.data?.why && (
      <Banner className="mt-3" role="status">
        {next.data.why}
      </Banner>
    )
  );
}

function Consent({ taskId, projectId, name, text }: { taskId: string; projectId: string; name: string; text: string }) {
  const router = useRouter();
  const agree = useEndpointMutation("giveConsent");
  const next = useEndpointMutation("nextAssignment", { refresh: ["listTasks"] });
  const list = `/projects/${projectId}/annotate`;
  const params = { taskId };
  const begin = async () => {
    await agree.mutateAsync({ params });
    const { assignmentId } = await next.mutateAsync({ params });
    router.push(assignmentId === null ? list : `${list}/${assignmentId}`);
  };
  const error = agree.error ?? next.error;
  return (
    <section aria-label={`Consent to ${name}`} className="mt-4 flex flex-col gap-4 rounded-panel border bg-paper p-5">
      <h3 className="text-title">Before you begin</h3>
      <Markdown text={text} className="max-w-measure text-reading" />
      {error !== null && <FieldError>{error.message}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={agree.isPending || next.isPending} onClick={() => void begin().catch(() => undefined)}>
          I agree
        </Button>
        <Button onClick={() => router.push(list)}>Not now</Button>
      </div>
    </section>
  );
}
