"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Suspense } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { InputOf } from "@/lib/client/request";
import type { TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { isAlike } from "./compare-rows";
import { CompareSide } from "./compare-side";
import { CompareTable } from "./compare-table";
import type { Level } from "./headline";
import { ReportSkeleton } from "./report-skeleton";
import { type ComparedSide, useComparedSide } from "./use-compared-side";
import { useReport } from "./use-report";

const levels = ["nominal", "ordinal", "interval", "ratio"] as const satisfies Level[];
const levelOptions = levels.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

/** Two reports of a project side by side: other judges, tasks, arms, systems or days. Both sides are in the URL. */
export function ComparePage(props: { projectId: string; software: string }) {
  return (
    <PageBody className="min-[1900px]:max-w-[150rem]">
      <Suspense fallback={<ReportSkeleton />}>
        <ComparedTasks {...props} />
      </Suspense>
    </PageBody>
  );
}

function ComparedTasks({ projectId, software }: { projectId: string; software: string }) {
  const tasks = useQuery(endpointQuery("listTasks", { params: { projectId } }));
  if (tasks.isPending) return <ReportSkeleton />;
  if (tasks.isError) return <ErrorState title="The tasks could not be loaded" error={tasks.error} onRetry={() => void tasks.refetch()} />;
  const [first] = tasks.data.items;
  if (first === undefined) return <EmptyState title="This project has no task yet">There is nothing to compare.</EmptyState>;
  return <Compared projectId={projectId} software={software} tasks={tasks.data.items} fallback={first} />;
}

interface ComparedProps {
  projectId: string;
  software: string;
  tasks: TaskSummary[];
  fallback: TaskSummary;
}

function Compared({ projectId, software, tasks, fallback }: ComparedProps) {
  const [first, second] = [useComparedSide("first"), useComparedSide("second")];
  const [level, setLevel] = useQueryState("level", parseAsStringLiteral(levels).withDefault("ordinal"));
  const parameters = useSearchParams();
  const taskOf = ({ task }: ComparedSide) => tasks.find(({ id }) => id === task) ?? fallback;
  const [taskA, taskB] = [taskOf(first), second.task === null ? taskOf(first) : taskOf(second)];
  const [a, b] = [useSideReport(projectId, taskA.id, first), useSideReport(projectId, taskB.id, second)];
  // Differences between arms are computed where both arms are in one report.
  const betweenArms = a.found && b.found ? isAlike(a.found, b.found, ["arm"]) && !isAlike(a.found, b.found, []) : false;
  const { arm: _, ...withoutArm } = first.narrowing;
  const whole = useQuery({
    ...endpointQuery("readReport", { params: { projectId }, query: queryOf(taskA.id, { ...first, narrowing: withoutArm }) }),
    enabled: betweenArms,
  });
  const back = new URLSearchParams([...parameters].filter(([name]) => !name.endsWith("2")));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        className="pb-0"
        title="Two reports side by side"
        description="Two judges’ correlations and two arms’ alphas have a difference with its paired interval. All else stands with intervals of its own, and overlapping ones settle nothing."
        actions={
          <Button asChild variant="quiet">
            <Link href={`/projects/${projectId}/report?${back}`}>
              <ArrowLeft aria-hidden />
              Report
            </Link>
          </Button>
        }
      />
      <Choice label="Level of measurement" value={level} options={levelOptions} onChange={(chosen) => void setLevel(chosen)} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <CompareSide title="First" tasks={tasks} task={taskA} side={first} report={a.found} judge={a.judge} />
        <CompareSide title="Second" tasks={tasks} task={taskB} side={second} report={b.found} judge={b.judge} />
      </div>
      {[a, b].map(({ error, retry }, index) =>
        error === null ? null : (
          <ErrorState
            key={index === 0 ? "first" : "second"}
            title={`The ${index === 0 ? "first" : "second"} report could not be computed`}
            error={error}
            onRetry={retry}
          />
        ),
      )}
      {a.error === null && b.error === null && (a.found === null || b.found === null) && <ReportSkeleton />}
      {a.found && b.found && (
        <CompareTable
          projectId={projectId}
          software={software}
          level={level}
          first={{ ...a, report: a.found, side: first }}
          second={{ ...b, report: b.found, side: second }}
          whole={betweenArms ? (whole.data?.tasks[0] ?? null) : null}
        />
      )}
    </div>
  );
}

const queryOf = (task: string, { excluded, narrowing }: Pick<ComparedSide, "excluded" | "narrowing">) =>
  ({ task, excluded, ...narrowing }) as NonNullable<InputOf<"readReport">["query"]>;

/** The report of one side, and the judge that is looked at in it. */
function useSideReport(projectId: string, taskId: string, side: ComparedSide) {
  const { data, error, retry } = useReport({ params: { projectId }, query: queryOf(taskId, side) });
  const found = data?.tasks.find((report) => report.taskId === taskId) ?? null;
  const judges = (found?.raters ?? []).filter(({ kind }) => kind === "judge").map(({ name }) => name);
  const judge = judges.find((name) => name === side.judge) ?? judges[0] ?? null;
  return { found, judge, dataVersion: data?.dataVersion ?? "", computedAt: found?.computed.at ?? "", error, retry };
}
