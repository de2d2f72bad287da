"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api-error";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { newId } from "@/lib/client/new-id";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ReplacedWork } from "@/lib/domain/criteria-round";
import type { CriteriaSet, TaskSummary } from "@/lib/domain/project";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { ConfirmDialog } from "./confirm-dialog";
import { type CriteriaChange, toAction } from "./criteria-action";
import { CriteriaRedline } from "./criteria-redline";
import { ProposalPanel } from "./proposal-panel";
import { PublishedCriteria } from "./published-criteria";
import { ReplacedWorkWords } from "./replaced-work-words";
import { RoundsSection } from "./rounds-section";
import { useCriteriaReasons } from "./use-criteria-reasons";
import { VersionDiff } from "./version-diff";

const stale = ["listCriteriaSets", "listTasks", "getTask"] as const;

/** A task's criteria: the draft being redlined, if any, and every published version. */
export function CriteriaPage({ projectId }: { projectId: string }) {
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  return (
    <TaskPage projectId={projectId} title="Criteria">
      {(task, select) =>
        project.data?.role === "expert" ? (
          <ExpertRounds key={task.id} task={task} select={select} />
        ) : (
          <Sets key={task.id} task={task} select={select} />
        )
      }
    </TaskPage>
  );
}

/** An expert's page: the rounds they are invited to. */
function ExpertRounds({ task, select }: { task: TaskSummary; select: ReactNode }) {
  return (
    <>
      <PageHeader title="Criteria" description={`What each ${task.outputName} of ${task.name} is to be judged by.`} actions={select} />
      <RoundsSection task={task} moderates={false} />
    </>
  );
}

function Sets({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const sets = useQuery(endpointQuery("listCriteriaSets", { params: { taskId: task.id } }));
  const rounds = useQuery(endpointQuery("listCriteriaRounds", { params: { taskId: task.id } }));
  const underWay = rounds.data?.items.some(({ status }) => status !== "closed") ?? false;
  const draft = sets.data?.items.find(({ status }) => status === "draft");
  const published = sets.data?.items.filter(({ status }) => status === "published") ?? [];
  return (
    <>
      <PageHeader
        title="Criteria"
        description={`What each ${task.outputName} of ${task.name} is judged by. Annotators and judges use the newest published version.`}
        actions={select}
      />
      {sets.isPending && <SkeletonRows label="Loading criteria" rows={5} />}
      {sets.isError && <ErrorState title="The criteria could not be loaded" error={sets.error} onRetry={() => void sets.refetch()} />}
      {sets.isSuccess && (
        <div className="flex flex-col gap-10">
          {underWay && <RoundsSection task={task} moderates />}
          {draft && (
            <DraftSet
              key={draft.id}
              set={draft}
              replaces={sets.data.replaces}
              projectId={task.projectId}
              pairwise={task.kind === "pairwise"}
            />
          )}
          {published.length > 0 && <Published projectId={task.projectId} sets={published} pairwise={task.kind === "pairwise"} />}
          {!draft && !underWay && <ProposalPanel task={task} newest={published[0]} candidates={rounds.data?.candidates ?? []} />}
          {!underWay && <RoundsSection task={task} moderates />}
        </div>
      )}
    </>
  );
}

interface DraftSetProps {
  set: CriteriaSet;
  replaces: ReplacedWork | null;
  projectId: string;
  pairwise: boolean;
}

function DraftSet({ set, replaces, projectId, pairwise }: DraftSetProps) {
  const params = { criteriaSetId: set.id };
  const [asking, setAsking] = useState<"publish" | "discard" | null>(null);
  const reasons = useCriteriaReasons(projectId);
  const save = useEndpointMutation("saveCriteriaActions", { refresh: ["listCriteriaSets"] });
  const publish = useEndpointMutation("publishCriteriaSet", { refresh: stale });
  const discard = useEndpointMutation("discardCriteriaSet", { refresh: stale });
  const sets = useQuery(endpointQuery("listCriteriaSets", { params: { taskId: set.taskId } }));
  const change = (made: CriteriaChange) => {
    const action = toAction(made, { id: newId(), parentId: set.actions.at(-1)?.id ?? null, at: new Date().toISOString() });
    save.mutate(
      { params, body: { actions: [action] } },
      {
        onError: (error) => {
          const stalled = error instanceof ApiError && error.code === "stale_parent";
          toast(stalled ? "Someone else changed this list. The current list is shown; your last change was not saved." : error.message);
          if (stalled) void sets.refetch();
        },
      },
    );
  };
  return (
    <>
      <CriteriaRedline
        set={set}
        pairwise={pairwise}
        reasons={reasons}
        busy={save.isPending || publish.isPending || discard.isPending}
        onChange={change}
        onPublish={() => setAsking("publish")}
        onDiscard={() => setAsking("discard")}
      />
      {asking === "publish" && (
        <ConfirmDialog
          title={`Publish version ${set.version}`}
          label="Publish"
          onClose={() => setAsking(null)}
          onConfirm={() => publish.mutateAsync({ params })}
        >
          The list is frozen. Annotators and judges use it from now on. <ReplacedWorkWords work={replaces} />
        </ConfirmDialog>
      )}
      {asking === "discard" && (
        <ConfirmDialog
          title="Discard this draft"
          label="Discard"
          onClose={() => setAsking(null)}
          onConfirm={() => discard.mutateAsync({ params })}
        >
          The decisions made here will be lost. Published versions and the judge's proposal are kept.
        </ConfirmDialog>
      )}
    </>
  );
}

function Published({ projectId, sets, pairwise }: { projectId: string; sets: CriteriaSet[]; pairwise: boolean }) {
  const [version, setVersion] = useQueryState("version", parseAsInteger);
  const [comparing, setComparing] = useState(false);
  const shown = sets.find((set) => set.version === version) ?? sets[0];
  const older = sets.find((set) => shown !== undefined && set.version < shown.version);
  if (!shown) return null;
  return (
    <section aria-label="Published criteria">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-title">Published, version {shown.version}</h2>
          <p className="text-small text-soft">
            {shown.publishedAt && (
              <>
                Since <Moment short at={shown.publishedAt} />.{" "}
              </>
            )}
            {shown.inUse ? "In use." : "Not used yet."}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {older && (
            <Button aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
              Compare with version {older.version}
            </Button>
          )}
          {sets.length > 1 && (
            <Select
              aria-label="Version"
              className="w-auto"
              value={String(shown.version)}
              onValueChange={(value) => void setVersion(Number(value))}
              options={sets.map((set) => ({ value: String(set.version), label: `Version ${set.version}` }))}
            />
          )}
        </div>
      </header>
      {older && comparing ? (
        <VersionDiff older={older} newer={shown} pairwise={pairwise} />
      ) : (
        <PublishedCriteria projectId={projectId} set={shown} pairwise={pairwise} />
      )}
    </section>
  );
}
