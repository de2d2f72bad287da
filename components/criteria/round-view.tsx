"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { PanelCandidate } from "@/lib/domain/criteria-round";
import type { TaskSummary } from "@/lib/domain/project";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { SkeletonRows } from "../ui/skeleton";
import { OwnRedline } from "./own-redline";
import { PanelProgress } from "./panel-progress";
import { PublishRound } from "./publish-round";
import { RoundFigures } from "./round-figures";
import { UnionList } from "./union-list";
import { useCriteriaReasons } from "./use-criteria-reasons";

interface RoundViewProps {
  roundId: string;
  task: TaskSummary;
  /** Whom a moderator can invite; null for an expert. */
  candidates: PanelCandidate[] | null;
  /** Switches to another round. */
  select: ReactNode;
}

/** One round: one's own redline while it is open; then everybody's, with threads, decisions and figures. */
export function RoundView({ roundId, task, candidates, select }: RoundViewProps) {
  const query = useQuery(endpointQuery("getCriteriaRound", { params: { roundId } }));
  const reasons = useCriteriaReasons(task.projectId);
  if (query.isPending) return <SkeletonRows label="Loading the round" rows={6} />;
  if (query.isError) return <ErrorState title="The round could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  const round = query.data;
  const pairwise = task.kind === "pairwise";
  const moderates = candidates !== null;
  return (
    <section aria-label={`Round ${round.number}`} className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-title">
            Round {round.number}
            {round.judge !== null && ` on the proposal by ${round.judge}`}
          </h2>
          <p className="text-small text-soft">
            {round.status === "open" && "Each expert redlines alone; nobody sees the others' work until all redlines are shown."}
            {round.status === "discussing" && "All redlines are shown. Discuss what differs; a moderator records what you agree on."}
            {round.status === "closed" && (
              <>
                {round.publishedVersion === null ? "Ended" : `Published as version ${round.publishedVersion}`}
                {round.closedAt && (
                  <>
                    , <Moment short at={round.closedAt} />
                  </>
                )}
                .
              </>
            )}
          </p>
        </div>
        {select}
      </header>
      {round.status === "open" && moderates && round.panel !== null && <PanelProgress round={round} panel={round.panel} />}
      {round.status === "open" && round.mine !== null && (
        <OwnRedline round={round} mine={round.mine} pairwise={pairwise} reasons={reasons} onStale={() => void query.refetch()} />
      )}
      {round.figures !== null && <RoundFigures figures={round.figures} />}
      {round.union !== null && <UnionList round={round} lines={round.union} pairwise={pairwise} moderates={moderates} reasons={reasons} />}
      {round.status === "discussing" && round.union !== null && candidates !== null && (
        <PublishRound round={round} lines={round.union} candidates={candidates} />
      )}
    </section>
  );
}
