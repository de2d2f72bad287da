"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { createProjectBody, type ProjectSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { ConfirmByNameDialog } from "../ui/confirm-by-name-dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/textarea";

/** A project's name and description, and archiving or deleting it. */
export function ProjectSettings({ project }: { project: ProjectSummary }) {
  const params = { projectId: project.id };
  const update = useEndpointMutation("updateProject", { refresh: ["getProject", "listProjects"] });
  const form = useForm({
    resolver: zodResolver(createProjectBody),
    defaultValues: { name: project.name, description: project.description },
  });
  const submit = form.handleSubmit((body) =>
    update.mutate(
      { params, body },
      {
        onSuccess: ({ name, description }) => {
          form.reset({ name, description });
          toast("Project saved");
        },
      },
    ),
  );
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Name and description">
        <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <Field label="Name" required error={form.formState.errors.name && "A name of at most 200 characters."}>
            {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
          </Field>
          <Field label="Description" hint="Shown to everyone in the project.">
            {(control) => <Textarea {...control} {...form.register("description")} />}
          </Field>
          {update.isError && <FieldError>{update.error.message}</FieldError>}
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={update.isPending} disabled={!form.formState.isDirty}>
              Save
            </Button>
          </div>
        </form>
      </Panel>
      <End project={project} />
    </div>
  );
}

function End({ project }: { project: ProjectSummary }) {
  const router = useRouter();
  const [confirming, setConfirming] = useState(false);
  const update = useEndpointMutation("updateProject", { refresh: ["getProject", "listProjects"] });
  const remove = useEndpointMutation("deleteProject", { refresh: ["listProjects"] });
  const params = { projectId: project.id };
  const archived = project.archivedAt !== null;
  return (
    <Panel title={archived ? "Restore or delete" : "Archive or delete"}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow basis-64 text-body text-soft">
          {archived
            ? "An archived project is set aside; everything in it is kept."
            : "Archiving sets the project aside and keeps everything. Deleting removes all of it for good."}
        </p>
        <Button busy={update.isPending} onClick={() => update.mutate({ params, body: { archived: !archived } })}>
          {archived ? "Restore" : "Archive project"}
        </Button>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Delete project
        </Button>
      </div>
      {update.isError && <FieldError>{update.error.message}</FieldError>}
      <ConfirmByNameDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Delete this project for good"
        name={project.name}
        confirmLabel="Delete project"
        onConfirm={async (confirmName) => {
          await remove.mutateAsync({ params, body: { confirmName } });
          router.push("/projects");
        }}
      >
        {figuresOf(project.tasks, "task")}, {figuresOf(project.samples, "sample")}, every draft and every action will be gone for everybody
        at once. Export anything you may need first.
      </ConfirmByNameDialog>
    </Panel>
  );
}
