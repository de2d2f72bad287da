"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api-error";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { newId } from "@/lib/client/new-id";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CriteriaSet, TaskSummary } from "@/lib/domain/project";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { type CriteriaChange, toAction } from "./criteria-action";
import { CriteriaRedline } from "./criteria-redline";
import { ProposalPanel } from "./proposal-panel";
import { PublishedCriteria } from "./published-criteria";
import { useCriteriaReasons } from "./use-criteria-reasons";

const stale = ["listCriteriaSets", "listTasks", "getTask"] as const;

/** A task's criteria: the draft being redlined, if any, and every published version. */
export function CriteriaPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Criteria">
      {(task, select) => <Sets key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function Sets({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const sets = useQuery(endpointQuery("listCriteriaSets", { params: { taskId: task.id } }));
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
          {draft && <DraftSet key={draft.id} set={draft} projectId={task.projectId} pairwise={task.kind === "pairwise"} />}
          {published.length > 0 && <Published sets={published} pairwise={task.kind === "pairwise"} />}
          {!draft && <ProposalPanel task={task} newest={published[0]} />}
        </div>
      )}
    </>
  );
}

function DraftSet({ set, projectId, pairwise }: { set: CriteriaSet; projectId: string; pairwise: boolean }) {
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
        <Confirm
          title={`Publish version ${set.version}`}
          label="Publish"
          onClose={() => setAsking(null)}
          onConfirm={() => publish.mutateAsync({ params })}
        >
          The list is frozen. Annotators and judges use it from now on; work done under an earlier version stays with that version.
        </Confirm>
      )}
      {asking === "discard" && (
        <Confirm
          title="Discard this draft"
          label="Discard"
          onClose={() => setAsking(null)}
          onConfirm={() => discard.mutateAsync({ params })}
        >
          The decisions made here will be lost. Published versions and the judge's proposal are kept.
        </Confirm>
      )}
    </>
  );
}

interface ConfirmProps {
  title: string;
  label: string;
  children: ReactNode;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}

function Confirm({ title, label, children, onClose, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={busy}>Cancel</Button>
      </DialogClose>
      <Button variant="primary" busy={busy} onClick={() => void confirm()}>
        {label}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent title={title} footer={footer} width="narrow">
        <p className="text-body">{children}</p>
        {failed !== null && <ErrorState className="mt-4" title="It could not be done" error={failed} />}
      </DialogContent>
    </Dialog>
  );
}

function Published({ sets, pairwise }: { sets: CriteriaSet[]; pairwise: boolean }) {
  const [version, setVersion] = useQueryState("version", parseAsInteger);
  const shown = sets.find((set) => set.version === version) ?? sets[0];
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
        {sets.length > 1 && (
          <Select
            aria-label="Version"
            className="w-auto"
            value={String(shown.version)}
            onValueChange={(value) => void setVersion(Number(value))}
            options={sets.map((set) => ({ value: String(set.version), label: `Version ${set.version}` }))}
          />
        )}
      </header>
      <PublishedCriteria set={shown} pairwise={pairwise} />
    </section>
  );
}
