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
import type { NextAssignment } from "@/lib/domain/assignment";
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
  if (next.data?.consent)
    return <Consent {...{ taskId, projectId, name }} text={next.data.consent} askAgain={async () => (await next.refetch()).data} />;
  return (
    next.data?.why && (
      <Banner className="mt-3" role="status">
        {next.data.why}
      </Banner>
    )
  );
}

interface ConsentProps {
  taskId: string;
  projectId: string;
  name: string;
  text: string;
  askAgain: () => Promise<NextAssignment | undefined>;
}

function Consent({ taskId, projectId, name, text, askAgain }: ConsentProps) {
  const router = useRouter();
  const agree = useEndpointMutation("giveConsent", { refresh: ["listTasks"] });
  const list = `/projects/${projectId}/annotate`;
  const begin = async () => {
    await agree.mutateAsync({ params: { taskId } });
    const next = await askAgain();
    if (next?.assignmentId) router.push(`${list}/${next.assignmentId}`);
  };
  return (
    <section aria-label={`Consent to ${name}`} className="mt-4 flex flex-col gap-4 rounded-panel border bg-paper p-5">
      <h3 className="text-title">Before you begin</h3>
      <Markdown text={text} className="max-w-measure text-reading" />
      {agree.isError && <FieldError>{agree.error.message}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={agree.isPending} onClick={() => void begin().catch(() => undefined)}>
          I agree
        </Button>
        <Button onClick={() => router.push(list)}>Not now</Button>
      </div>
    </section>
  );
}
