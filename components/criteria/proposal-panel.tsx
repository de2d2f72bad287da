"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Run } from "@/lib/domain/judge";
import type { CriteriaSet, TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { Progress } from "../ui/progress";
import { Select } from "../ui/select";

const pollMs = 1500;
const isGoing = ({ status }: Run) => status === "queued" || status === "running";

/** Three ways to a new list of criteria: ask a judge, copy the newest version, or write it. */
export function ProposalPanel({ task, newest }: { task: TaskSummary; newest: CriteriaSet | undefined }) {
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
        <AskJudge task={task} busy={create.isPending} onProposal={(proposalDraftId) => start({ proposalDraftId })} />
        {newest && (
          <Way title={`Start from version ${newest.version}`} words="Its criteria are taken over; change, remove and add.">
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

function Way({ title, words, children }: { title: string; words: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-60">
        <h3 className="text-body">{title}</h3>
        <p className="text-small text-soft">{words}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

function AskJudge({ task, busy, onProposal }: { task: TaskSummary; busy: boolean; onProposal: (draftId: string) => void }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId: task.projectId } }));
  const runs = useQuery({
    ...endpointQuery("listRuns", { params: { taskId: task.id } }),
    refetchInterval: ({ state }) => (state.data?.items.some((run) => run.kind === "criteria" && isGoing(run)) ? pollMs : false),
  });
  const ask = useEndpointMutation("startRun", { refresh: ["listRuns"] });
  const [judgeId, setJudgeId] = useState<string>();
  const models = judges.data?.items.filter(({ kind, archivedAt }) => kind === "endpoint" && archivedAt === null) ?? [];
  const latest = runs.data?.items.find(({ kind }) => kind === "criteria");
  const chosen = judgeId ?? models[0]?.id;
  const words = "It reads the task's description and an example, and proposes a list for you to redline.";
  if (latest && isGoing(latest)) {
    return (
      <Way title="A judge is proposing criteria" words={`${latest.judge.name} has been asked; this takes up to a minute.`}>
        <Progress label="Proposal" value={null} className="w-40" />
      </Way>
    );
  }
  return (
    <>
      {latest?.proposalDraftId && (
        <Way title={`A proposal by ${latest.judge.name} is waiting`} words="Accept, revise, remove or add to it, then publish.">
          <Button variant="primary" busy={busy} onClick={() => latest.proposalDraftId && onProposal(latest.proposalDraftId)}>
            Redline the proposal
          </Button>
        </Way>
      )}
      <Way title="Ask a judge for a proposal" words={words}>
        {models.length === 0 && judges.isSuccess ? (
          <Button asChild>
            <Link href={`/projects/${task.projectId}/settings?tab=judges`}>Connect a model first</Link>
          </Button>
        ) : (
          <>
            {models.length > 1 && (
              <Select
                aria-label="Judge"
                className="w-44"
                value={chosen}
                onValueChange={setJudgeId}
                options={models.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <Button
              busy={ask.isPending || judges.isPending}
              disabled={chosen === undefined}
              onClick={() => chosen && ask.mutate({ params: { taskId: task.id }, body: { judgeId: chosen, kind: "criteria" } })}
            >
              Ask {models.length === 1 ? models[0]?.name : "the judge"}
            </Button>
          </>
        )}
      </Way>
      {latest?.status === "failed" && (
        <ErrorState
          title={`The last request to ${latest.judge.name} failed`}
          error={new Error(latest.error ?? latest.failures[0]?.message ?? "No reason was kept.")}
        />
      )}
      {ask.isError && <ErrorState title="The judge could not be asked" error={ask.error} />}
    </>
  );
}
