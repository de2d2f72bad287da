"use client";

import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import type { TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { TaskSelect } from "./task-select";
import { useTaskChoice } from "./use-task-choice";

interface TaskPageProps {
  projectId: string;
  /** The headline if there is no task. */
  title: string;
  /** Renders the page once the task is known; `select` switches to another one. */
  children: (task: TaskSummary, select: ReactNode) => ReactNode;
  /** The loading state, at the page's real size. */
  loading?: ReactNode;
  /** Whether a wide screen is used; other pages keep to a width that is read easily. */
  wide?: boolean;
}

/** A page about one task of a project: finds the task, or says what to do if there is none. */
export function TaskPage(props: TaskPageProps) {
  return (
    <PageBody className={cn(props.wide && "min-[1900px]:max-w-[150rem]")}>
      <Suspense fallback={<Loading {...props} />}>
        <ChosenTask {...props} />
      </Suspense>
    </PageBody>
  );
}

function Loading({ title, loading }: Pick<TaskPageProps, "title" | "loading">) {
  if (loading !== undefined) return loading;
  return (
    <>
      <PageHeader title={title} />
      <SkeletonRows label={`Loading ${title}`} rows={8} />
    </>
  );
}

function ChosenTask(props: TaskPageProps) {
  const { projectId, title, children } = props;
  const { query, tasks, task, choose } = useTaskChoice(projectId);
  if (query.isPending) return <Loading {...props} />;
  if (query.isError) {
    return (
      <>
        <PageHeader title={title} />
        <ErrorState title="The tasks could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  if (task === null) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          title="This project has no task yet"
          action={
            <Button asChild variant="primary">
              <Link href={`/projects/${projectId}`}>Go to tasks</Link>
            </Button>
          }
        >
          A task says what is judged. Create one, or import a file that describes its own.
        </EmptyState>
      </>
    );
  }
  return children(task, <TaskSelect tasks={tasks} task={task} onChoose={choose} />);
}
