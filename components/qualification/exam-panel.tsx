"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { ErrorState } from "../ui/error-state";
import { SkeletonRows } from "../ui/skeleton";
import { ExamForm } from "./exam-form";
import { Examinees } from "./examinees";

/** A task's exam, and how everybody did. */
export function ExamPanel({ task }: { task: TaskSummary }) {
  const params = { taskId: task.id };
  const exam = useQuery(endpointQuery("getExam", { params }));
  const gold = useQuery(endpointQuery("listGoldSamples", { params }));
  const sets = useQuery(endpointQuery("listCriteriaSets", { params }));
  const failed = [exam, gold, sets].find(({ isError }) => isError);
  if (failed) return <ErrorState title="The exam could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!exam.isSuccess || !gold.isSuccess || !sets.isSuccess) return <SkeletonRows label="Loading the exam" rows={8} />;
  return (
    <div className="flex flex-col gap-5">
      <ExamForm
        key={exam.data.exam?.version ?? 0}
        task={task}
        exam={exam.data.exam}
        gold={gold.data.items.filter(({ use }) => use === "exam")}
      />
      <Examinees task={task} people={exam.data.people} criteria={sets.data.items.flatMap(({ criteria }) => criteria)} />
    </div>
  );
}
