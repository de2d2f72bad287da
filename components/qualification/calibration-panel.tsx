"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { CalibrationForm } from "./calibration-form";
import { CalibrationResult } from "./calibration-result";

/** A task's calibration rounds: one to open, and those that were, with who took part and how far they agree. */
export function CalibrationPanel({ task }: { task: TaskSummary }) {
  const params = { taskId: task.id };
  const rounds = useQuery(endpointQuery("listCalibration", { params }));
  const gold = useQuery(endpointQuery("listGoldSamples", { params }));
  const failed = [rounds, gold].find(({ isError }) => isError);
  if (failed)
    return <ErrorState title="The calibration rounds could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!rounds.isSuccess || !gold.isSuccess) return <SkeletonRows label="Loading the calibration rounds" rows={8} />;
  const { items } = rounds.data;
  const isOpen = items.some(({ closedAt }) => closedAt === null);
  return (
    <div className="flex flex-col gap-5">
      {!isOpen && <CalibrationForm key={items.length} task={task} offered={gold.data.items.filter(({ use }) => use === "calibration")} />}
      {items.map((round) => (
        <CalibrationResult key={round.number} task={task} round={round} binding={round === items.find(({ required }) => required)} />
      ))}
      {items.length === 0 && (
        <Panel title="Rounds">
          <EmptyState title="No round yet">Who took part, and how far they agree, appears here.</EmptyState>
        </Panel>
      )}
    </div>
  );
}
