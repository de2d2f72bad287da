"use client";

import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { PanelCandidate } from "@/lib/domain/criteria-round";
import type { CriteriaSet, TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { AskJudge } from "./ask-judge";
import { Way } from "./way";

interface ProposalPanelProps {
  task: TaskSummary;
  newest: CriteriaSet | undefined;
  /** Whom to invite to a round. */
  candidates: readonly PanelCandidate[];
}

/** Three ways to start a criteria list: ask a judge, copy the newest version, or write it. */
export function ProposalPanel({ task, newest, candidates }: ProposalPanelProps) {
  const create = useEndpointMutation("createCriteriaSet", { refresh: ["listCriteriaSets"] });
  const params = { taskId: task.id };
  const start = (body: Parameters<typeof create.mutate>[0]["body"]) => create.mutate({ params, body });
  return (
    <Panel
      title={newest ? "A new version" : "No criteria yet"}
      description={
        newest
          ? "It starts as a draft; the published one stays in use until you publish the new one."
          : "Start a draft, redline it, and publish it."
      }
    >
      <div className="flex flex-col divide-y [&>*]:py-4 [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">
        <AskJudge
          task={task}
          candidates={candidates}
          busy={create.isPending}
          onProposal={(proposalDraftId) => start({ proposalDraftId })}
        />
        {newest && (
          <Way title={`Start from version ${newest.version}`} words="Copies its criteria for you to change, remove and add to.">
            <Button busy={create.isPending} onClick={() => start({ copyOf: newest.id })}>
              Copy version {newest.version}
            </Button>
          </Way>
        )}
        <Way title="Write them yourself" words="Start with an empty list.">
          <Button busy={create.isPending} onClick={() => start({ criteria: [] })}>
            Start an empty draft
          </Button>
        </Way>
      </div>
      {create.isError && <ErrorState className="mt-4" title="The draft could not be started" error={create.error} />}
    </Panel>
  );
}
