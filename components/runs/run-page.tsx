"use client";

import Link from "next/link";
import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Run } from "@/lib/domain/judge";
import { count } from "../charts/format";
import { Badge } from "../ui/badge";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { isGoing, isOutOfBudget, type RunVerb, statusTone, statusWord, variantWords, verbLabel, verbsFor } from "../words/run-words";
import { FailedUnits } from "./failed-units";
import { GoOnDialog } from "./go-on-dialog";
import { RunDrafts } from "./run-drafts";
import { RunFacts } from "./run-facts";
import { RunProgress } from "./run-progress";
import { useLiveRun } from "./use-live-run";

/** One run, live: progress, usage, failures and requests. */
export function RunPage({ projectId, runId }: { projectId: string; runId: string }) {
  const run = useLiveRun(runId);
  return (
    <PageBody className="max-w-4xl">
      {run.isPending && (
        <div role="status" aria-label="Loading the run" className="flex flex-col gap-6">
          <h1 className="sr-only">Run</h1>
          <Skeleton className="h-8 w-72" />
          <Skeleton className="h-32 rounded-panel" />
        </div>
      )}
      {run.isError && <ErrorState title="The run could not be loaded" error={run.error} onRetry={() => void run.refetch()} />}
      {run.isSuccess && <Loaded run={run.data} projectId={projectId} />}
    </PageBody>
  );
}

function Loaded({ run, projectId }: { run: Run; projectId: string }) {
  const control = useEndpointMutation("controlRun", { refresh: ["getRun", "listRuns", "listFailedUnits"] });
  const [raising, setRaising] = useState(false);
  const act = (verb: RunVerb) => {
    if (verb === "resume" && isOutOfBudget(run)) setRaising(true);
    else control.mutate({ params: { runId: run.id }, body: { verb } });
  };
  return (
    <>
      <PageHeader
        title={run.judge.name}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={run.imported ? "quiet" : statusTone[run.status]}>{run.imported ? "imported" : statusWord[run.status]}</Badge>
            {run.variant !== "plain" && <Badge tone="quiet">{variantWords[run.variant].label}</Badge>}
            {run.kind === "criteria" ? "proposes criteria" : `drafts under criteria version ${run.criteriaSet?.version ?? "none"}`}
            <Link className="text-accent underline underline-offset-3" href={`/projects/${projectId}/runs?task=${run.taskId}`}>
              All runs
            </Link>
          </span>
        }
        actions={verbsFor(run).map((verb) => (
          <Button
            key={verb}
            variant={verb === "cancel" ? "danger" : verb === "resume" ? "primary" : "secondary"}
            busy={control.isPending && control.variables.body.verb === verb}
            disabled={control.isPending}
            onClick={() => act(verb)}
          >
            {verbLabel[verb]}
          </Button>
        ))}
      />
      <div className="flex flex-col gap-6">
        {run.error !== null && <Banner tone={run.status === "paused" ? "caution" : "bad"}>{run.error}</Banner>}
        {control.isError && <ErrorState title="It could not be done" error={control.error} />}
        <RunProgress run={run} projectId={projectId} />
        {run.failures.length > 0 && <Failures run={run} />}
        {run.kind === "evaluation" && <RunDrafts run={run} />}
        <RunFacts run={run} projectId={projectId} />
      </div>
      {raising && <GoOnDialog run={run} onClose={() => setRaising(false)} />}
    </>
  );
}

function Failures({ run }: { run: Run }) {
  return (
    <Panel
      title="What failed"
      description={
        isGoing(run) ? "The run continues; unreadable replies do not become scores." : "Unreadable replies did not become scores."
      }
    >
      <ul aria-label="Reasons" className="mb-4 flex flex-col gap-1 text-small">
        {run.failures.map((failure) => (
          <li key={`${failure.code} ${failure.message}`} className="flex gap-3">
            <span className="min-w-6 shrink-0 text-right font-medium tabular-nums">{count(failure.count)}</span>
            <span className="min-w-0 wrap-anywhere text-soft">
              {failure.message} <code className="font-mono text-label">{failure.code}</code>
            </span>
          </li>
        ))}
      </ul>
      <FailedUnits runId={run.id} failed={run.units.failed} />
    </Panel>
  );
}
