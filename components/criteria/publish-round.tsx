"use client";

import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CriteriaRound, PanelCandidate, UnionLine } from "@/lib/domain/criteria-round";
import { Button } from "../ui/button";
import { ConfirmDialog } from "./confirm-dialog";
import { OpenRoundDialog } from "./open-round-dialog";
import { ReplacedWorkWords } from "./replaced-work-words";

const stale = ["getCriteriaRound", "listCriteriaRounds", "listCriteriaSets", "listTasks", "getTask"] as const;

/** What a moderator does with a round that is being discussed: publish its consensus, start another round, or end it. */
export function PublishRound({
  round,
  lines,
  candidates,
}: {
  round: CriteriaRound;
  lines: readonly UnionLine[];
  candidates: readonly PanelCandidate[];
}) {
  const params = { roundId: round.id };
  const [asking, setAsking] = useState<"publish" | "again" | "end" | null>(null);
  const publish = useEndpointMutation("publishCriteriaRound", { refresh: stale });
  const end = useEndpointMutation("endCriteriaRound", { refresh: stale });
  const undecided = lines.filter(({ decision }) => decision === null).length;
  const close = () => setAsking(null);
  return (
    <footer className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
      <p className="grow basis-64 text-small text-soft">
        {undecided > 0
          ? `${undecided} of ${lines.length} criteria have no decision yet.`
          : "Every criterion is decided. Once published, the version never changes."}
      </p>
      <Button onClick={() => setAsking("end")}>End the round</Button>
      <Button onClick={() => setAsking("again")}>Another round</Button>
      <Button variant="primary" disabled={undecided > 0} onClick={() => setAsking("publish")}>
        Publish the consensus
      </Button>
      {asking === "publish" && (
        <ConfirmDialog title="Publish the consensus" label="Publish" onClose={close} onConfirm={() => publish.mutateAsync({ params })}>
          The list is frozen. Annotators and judges use it from now on. <ReplacedWorkWords work={round.replaces} />
        </ConfirmDialog>
      )}
      {asking === "end" && (
        <ConfirmDialog title="End this round" label="End it" onClose={close} onConfirm={() => end.mutateAsync({ params })}>
          Nothing is published. The redlines, threads and decisions stay readable here.
        </ConfirmDialog>
      )}
      {asking === "again" && (
        <OpenRoundDialog
          taskId={round.taskId}
          source={{ previousRoundId: round.id }}
          candidates={candidates}
          invited={(round.panel ?? []).flatMap(({ userId }) => userId ?? [])}
          anonymous={round.anonymous}
          onClose={close}
        />
      )}
    </footer>
  );
}
