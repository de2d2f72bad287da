"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { RoundSummary } from "@/lib/domain/criteria-round";
import type { TaskSummary } from "@/lib/domain/project";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { RoundView } from "./round-view";

const stages: Record<RoundSummary["status"], string> = { open: "being redlined", discussing: "being discussed", closed: "over" };

/** A task's rounds: the newest one, or the one chosen. An expert without any reads that they wait for an invitation. */
export function RoundsSection({ task, moderates }: { task: TaskSummary; moderates: boolean }) {
  const rounds = useQuery(endpointQuery("listCriteriaRounds", { params: { taskId: task.id } }));
  const [number, setNumber] = useQueryState("round", parseAsInteger);
  if (rounds.isPending) return <SkeletonRows label="Loading rounds" rows={4} />;
  if (rounds.isError) {
    return <ErrorState title="The rounds could not be loaded" error={rounds.error} onRetry={() => void rounds.refetch()} />;
  }
  const { items, candidates } = rounds.data;
  const shown = items.find((round) => round.number === number) ?? items[0];
  if (shown === undefined) {
    return moderates ? null : (
      <EmptyState title="No round for you yet">
        Criteria are redlined in rounds. A researcher of this project invites you to one; you will find it on this page.
      </EmptyState>
    );
  }
  const select = items.length > 1 && (
    <Select
      aria-label="Round"
      className="w-auto"
      value={String(shown.number)}
      onValueChange={(value) => void setNumber(Number(value))}
      options={items.map((round) => ({ value: String(round.number), label: `Round ${round.number}, ${stages[round.status]}` }))}
    />
  );
  return <RoundView key={shown.id} roundId={shown.id} task={task} candidates={candidates} select={select} />;
}
