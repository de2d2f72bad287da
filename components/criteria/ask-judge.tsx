import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { PanelCandidate } from "@/lib/domain/criteria-round";
import type { Run } from "@/lib/domain/judge";
import { likenessText } from "@/lib/domain/likeness-words";
import type { TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Progress } from "../ui/progress";
import { OpenRoundDialog } from "./open-round-dialog";
import { ProposeDialog } from "./propose-dialog";
import { Way } from "./way";

const pollMs = 1500;
const isGoing = ({ status }: Run) => status === "queued" || status === "running";

interface AskJudgeProps {
  task: TaskSummary;
  /** Whom to invite to a round. */
  candidates: readonly PanelCandidate[];
  busy: boolean;
  onProposal: (draftId: string) => void;
}

/** Asks a judge to propose criteria, waits for the run, and offers the result. */
export function AskJudge({ task, candidates, busy, onProposal }: AskJudgeProps) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId: task.projectId } }));
  const runs = useQuery({
    ...endpointQuery("listRuns", { params: { taskId: task.id } }),
    refetchInterval: ({ state }) => (state.data?.items.some((run) => run.kind === "criteria" && isGoing(run)) ? pollMs : false),
  });
  const [asking, setAsking] = useState(false);
  const [inviting, setInviting] = useState<string | null>(null);
  const models = judges.data?.items.filter(({ kind, archivedAt }) => kind === "endpoint" && archivedAt === null) ?? [];
  const latest = runs.data?.items.find(({ kind }) => kind === "criteria");
  if (latest && isGoing(latest)) {
    return (
      <Way title="A judge is proposing criteria" words={`${latest.judge.name} has been asked; this takes up to a minute for each list.`}>
        <Progress label="Proposal" value={null} className="w-40" />
      </Way>
    );
  }
  return (
    <>
      {latest?.proposalDraftId && (
        <Way
          title={`A proposal by ${latest.judge.name} is waiting`}
          words={`Accept, revise, remove or add to it, then publish.${latest.consistency === null ? "" : ` ${likenessText(latest.consistency)}.`}`}
        >
          <Button variant="primary" busy={busy} onClick={() => latest.proposalDraftId && onProposal(latest.proposalDraftId)}>
            Redline the proposal
          </Button>
          <Button onClick={() => setInviting(latest.proposalDraftId)}>Invite a panel</Button>
        </Way>
      )}
      <Way
        title="Ask a judge for a proposal"
        words="It reads the task's description and up to two samples, and proposes a list for you to redline."
      >
        {models.length === 0 && judges.isSuccess ? (
          <Button asChild>
            <Link href={`/projects/${task.projectId}/settings?tab=judges`}>Connect a model first</Link>
          </Button>
        ) : (
          <Button busy={judges.isPending} disabled={models.length === 0} onClick={() => setAsking(true)}>
            Ask {models.length === 1 ? models[0]?.name : "a judge"}
          </Button>
        )}
      </Way>
      {(latest?.status === "failed" || latest?.status === "paused") && (
        <ErrorState
          title={`The last request to ${latest.judge.name} ${latest.status === "failed" ? "failed" : "is paused"}`}
          error={new Error(latest.error ?? latest.failures[0]?.message ?? "No reason was stored.")}
        />
      )}
      {inviting !== null && (
        <OpenRoundDialog
          taskId={task.id}
          source={{ proposalDraftId: inviting }}
          candidates={candidates}
          onClose={() => setInviting(null)}
        />
      )}
      {asking && <ProposeDialog task={task} models={models} judges={judges.data?.items ?? []} onClose={() => setAsking(false)} />}
    </>
  );
}
