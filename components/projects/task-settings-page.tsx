"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Role } from "@/lib/domain/policy";
import { type TaskSummary, taskContent } from "@/lib/domain/project";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ConfirmByNameDialog } from "../ui/confirm-by-name-dialog";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { PageBody, PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { ShownDraftsField } from "./shown-drafts-field";
import { TaskCard } from "./task-card";
import { HowFields, type TaskFormFields, WhatFields } from "./task-fields";

const stale = ["listTasks", "getTask"] as const;

/** A task's status and settings. */
export function TaskSettingsPage({ projectId, taskId }: { projectId: string; taskId: string }) {
  const task = useQuery(endpointQuery("getTask", { params: { taskId } }));
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  const failed = task.error ?? project.error;
  const retry = () => void Promise.all([task.refetch(), project.refetch()]);
  return (
    <PageBody className="max-w-3xl">
      {failed && <ErrorState title="The task could not be loaded" error={failed} onRetry={retry} />}
      {!failed && (task.isPending || project.isPending) && (
        <div role="status" aria-label="Loading the task" className="flex flex-col gap-6">
          <Skeleton className="h-8 w-72" />
          <Skeleton className="h-44 rounded-panel" />
          <Skeleton className="h-96 rounded-panel" />
        </div>
      )}
      {!failed && task.data && project.data && <Loaded key={task.data.id} task={task.data} role={project.data.role} />}
    </PageBody>
  );
}

function Loaded({ task, role }: { task: TaskSummary; role: Role }) {
  return (
    <>
      <PageHeader
        title={task.name}
        description={
          task.archivedAt !== null || task.kind === "pairwise" ? (
            <span className="flex gap-1.5">
              {task.kind === "pairwise" && <Badge tone="quiet">two outputs</Badge>}
              {task.archivedAt !== null && <Badge tone="quiet">archived</Badge>}
            </span>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-6">
        <ul>
          <TaskCard task={task} role={role} hasModel />
        </ul>
        <EditForm task={task} />
        <Panel title="Guidelines for annotators">
          <p className="text-body text-soft">
            They are written, with their versions and readers, on the page{" "}
            <Link
              className="rounded-mark text-accent underline underline-offset-2"
              href={`/projects/${task.projectId}/guidelines?task=${task.id}`}
            >
              Guidelines
            </Link>
            .
          </p>
        </Panel>
        <Panel title="Drafts that annotators see">
          <ShownDraftsField task={task} />
        </Panel>
        <End task={task} mayDelete={role === "admin"} />
      </div>
    </>
  );
}

/** The form's initial values. An arm that only imports can have is left empty for the person to choose. */
function fieldsOf(task: TaskSummary): TaskFormFields {
  const { success, data } = taskContent.shape.arm.safeParse(task.arm);
  return { ...taskContent.parse({ ...task, arm: "drafted" }), arm: success ? data : undefined };
}

function EditForm({ task }: { task: TaskSummary }) {
  const update = useEndpointMutation("updateTask", { refresh: stale });
  const form = useForm({ resolver: zodResolver(taskContent), defaultValues: fieldsOf(task) });
  const { dirtyFields, isDirty } = form.formState;
  const submit = form.handleSubmit((all) => {
    const body = Object.fromEntries(Object.entries(all).filter(([key]) => key in dirtyFields));
    update.mutate(
      { params: { taskId: task.id }, body },
      {
        onSuccess: (saved) => {
          form.reset(fieldsOf(saved));
          toast("Task saved");
        },
      },
    );
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-6" noValidate>
      <Panel title="What is judged">
        <div className="flex flex-col gap-4">
          <WhatFields form={form} />
        </div>
      </Panel>
      <Panel title="How it is judged">
        <div className="flex flex-col gap-4">
          <HowFields form={form} />
        </div>
      </Panel>
      {update.isError && <FieldError>{update.error.message}</FieldError>}
      <div className="flex justify-end gap-2">
        <Button disabled={!isDirty || update.isPending} onClick={() => form.reset()}>
          Undo changes
        </Button>
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
          Save
        </Button>
      </div>
    </form>
  );
}

function End({ task, mayDelete }: { task: TaskSummary; mayDelete: boolean }) {
  const router = useRouter();
  const [confirming, setConfirming] = useState(false);
  const update = useEndpointMutation("updateTask", { refresh: stale });
  const remove = useEndpointMutation("deleteTask", { refresh: ["listTasks", "getProject"] });
  const archived = task.archivedAt !== null;
  return (
    <Panel title={archived ? "Restore or delete" : "Archive or delete"}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow basis-64 text-body text-soft">
          {archived
            ? "An archived task is set aside; its data and report are kept."
            : "Archiving sets the task aside and keeps everything. Deleting removes its samples, drafts and work for good."}
        </p>
        <Button busy={update.isPending} onClick={() => update.mutate({ params: { taskId: task.id }, body: { archived: !archived } })}>
          {archived ? "Restore" : "Archive task"}
        </Button>
        {mayDelete && (
          <Button variant="danger" onClick={() => setConfirming(true)}>
            Delete task
          </Button>
        )}
      </div>
      {update.isError && <FieldError>{update.error.message}</FieldError>}
      <ConfirmByNameDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Delete this task for good"
        name={task.name}
        confirmLabel="Delete task"
        onConfirm={async (confirmName) => {
          await remove.mutateAsync({ params: { taskId: task.id }, body: { confirmName } });
          router.push(`/projects/${task.projectId}/tasks`);
        }}
      >
        Its {task.counts.samples} samples, {task.counts.drafts} drafts and all work on them will be gone for everybody at once. An export
        made before keeps them.
      </ConfirmByNameDialog>
    </Panel>
  );
}
