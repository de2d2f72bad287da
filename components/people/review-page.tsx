"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { AnnotatorProgress, TaskSummary } from "@/lib/domain/project";
import { count, duration, figuresOf, percent } from "../charts/format";
import { TaskPage } from "../shell/task-page";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { Progress } from "../ui/progress";
import { SkeletonRows } from "../ui/skeleton";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { AssignmentList } from "./assignment-list";

/** A task's progress by annotator, and its assignments, of which stuck ones can be released. */
export function ReviewPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Progress">
      {(task, select) => <Review key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function Review({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const progress = useQuery(endpointQuery("readProgress", { params: { taskId: task.id } }));
  const { samplesToRate, samplesFinished } = task.counts;
  return (
    <>
      <PageHeader
        title="Progress"
        description={`${count(samplesFinished)} of ${figuresOf(samplesToRate, "sample")} of ${task.name} scored by ${figuresOf(task.annotatorsPerSample, "annotator")} each.`}
        actions={select}
      />
      <div className="flex flex-col gap-8">
        <Progress label="Samples finished" value={samplesFinished} max={Math.max(1, samplesToRate)} />
        {progress.isPending && <SkeletonRows label="Loading progress" rows={3} />}
        {progress.isError && (
          <ErrorState title="The progress could not be loaded" error={progress.error} onRetry={() => void progress.refetch()} />
        )}
        {progress.isSuccess && progress.data.items.length === 0 && (
          <EmptyState
            title="Nobody has started yet"
            action={
              <Button asChild>
                <Link href={`/projects/${task.projectId}/people`}>Invite annotators</Link>
              </Button>
            }
          >
            Annotators appear here with their first sample.
          </EmptyState>
        )}
        {progress.isSuccess && progress.data.items.length > 0 && (
          <>
            <Annotators items={progress.data.items} />
            <AssignmentList task={task} annotators={progress.data.items} />
          </>
        )}
      </div>
    </>
  );
}

function Annotators({ items }: { items: AnnotatorProgress[] }) {
  return (
    <Table label="Progress of each annotator">
      <TableHead>
        <TableRow>
          <HeaderCell>Annotator</HeaderCell>
          <HeaderCell numeric>submitted</HeaderCell>
          <HeaderCell numeric>approved</HeaderCell>
          <HeaderCell numeric>in progress</HeaderCell>
          <HeaderCell numeric>skipped</HeaderCell>
          <HeaderCell numeric>flagged</HeaderCell>
          <HeaderCell numeric>median time per sample</HeaderCell>
          <HeaderCell numeric>last active</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <TableRow key={item.annotatorId}>
            <Cell className="min-w-36 wrap-anywhere">
              {item.name}{" "}
              {!item.hasAccount && (
                <Badge tone="quiet" className="whitespace-nowrap">
                  no account
                </Badge>
              )}
            </Cell>
            <Cell numeric>{count(item.submitted)}</Cell>
            <Cell numeric>
              {count(item.approved)}
              {item.submitted > 0 && <span className="block text-label text-soft">{percent(item.approved / item.submitted)}</span>}
            </Cell>
            <Cell numeric>{count(item.open)}</Cell>
            <Cell numeric>{count(item.skipped)}</Cell>
            <Cell numeric>{count(item.flagged)}</Cell>
            <Cell numeric>
              {item.medianSampleSeconds === null ? <span className="text-soft">not timed</span> : duration(item.medianSampleSeconds)}
            </Cell>
            <Cell numeric>{item.lastActiveAt === null ? <span className="text-soft">–</span> : <Moment at={item.lastActiveAt} />}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
