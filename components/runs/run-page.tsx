"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Run } from "@/lib/domain/judge";
import { count } from "../charts/format";
import { Moment } from "../projects/moment";
import { Badge } from "../ui/badge";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Progress } from "../ui/progress";
import { Skeleton } from "../ui/skeleton";
import { FailedUnits } from "./failed-units";
import { isGoing, leftSentence, secondsLeft, statusTone, statusWord, unitsSentence, usageSentence, verbLabel, verbsFor } from "./run-words";
import { useLiveRun } from "./use-live-run";

/** One run, live: how far it is, what it uses, what failed and why. */
export function RunPage({ projectId, runId }: { projectId: string; runId: string }) {
  const run = useLiveRun(runId);
  return (
    <PageBody className="max-w-4xl">
      {run.isPending && (
        <div role="status" aria-label="Loading the run" className="flex flex-col gap-6">
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
  const left = secondsLeft(run, Date.now());
  const through = run.units.done + run.units.failed;
  return (
    <>
      <PageHeader
        title={run.judge.name}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={run.imported ? "quiet" : statusTone[run.status]}>{run.imported ? "imported" : statusWord[run.status]}</Badge>
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
            onClick={() => control.mutate({ params: { runId: run.id }, body: { verb } })}
          >
            {verbLabel[verb]}
          </Button>
        ))}
      />
      <div className="flex flex-col gap-6">
        {run.error !== null && <Banner tone="bad">{run.error}</Banner>}
        {control.isError && <ErrorState title="It could not be done" error={control.error} />}
        <Panel title="Progress">
          <Progress label="Units through" value={through} max={Math.max(1, run.units.total)} className="h-2" />
          <p className="mt-2 text-body" aria-live="polite">
            {unitsSentence(run)}
            {left !== null && <span className="text-soft">, {leftSentence(left)}</span>}
          </p>
          <p className="text-small text-soft">{run.imported ? "Drafts read from a file." : usageSentence(run)}</p>
          {run.proposalDraftId !== null && (
            <Button asChild className="mt-3" variant="primary">
              <Link href={`/projects/${projectId}/criteria?task=${run.taskId}`}>Redline the proposal</Link>
            </Button>
          )}
        </Panel>
        {run.failures.length > 0 && (
          <Panel
            title="What failed"
            description={isGoing(run) ? "The run goes on; nothing unreadable becomes a score." : "Nothing unreadable became a score."}
          >
            <ul className="mb-4 flex flex-col gap-1 text-small">
              {run.failures.map((failure) => (
                <li key={`${failure.code} ${failure.message}`} className="flex gap-3">
                  <span className="w-14 shrink-0 text-right font-medium">{count(failure.count)}</span>
                  <span className="min-w-0 wrap-anywhere text-soft">{failure.message}</span>
                </li>
              ))}
            </ul>
            <FailedUnits runId={run.id} failed={run.units.failed} />
          </Panel>
        )}
        <Panel title="How it was asked">
          <Facts run={run} />
        </Panel>
      </div>
    </>
  );
}

function Facts({ run }: { run: Run }) {
  const facts: [string, ReactNode][] = [
    ["model", run.model ?? "not stated"],
    ["protocol", run.protocol],
    ["prompt version", run.promptVersion],
    ...Object.entries(run.parameters).map(([key, value]): [string, ReactNode] => [key, value === null ? "none" : String(value)]),
    ["started", run.startedAt === null ? "not yet" : <Moment key="started" at={run.startedAt} />],
    ["ended", run.endedAt === null ? "not yet" : <Moment key="ended" at={run.endedAt} />],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
