"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { taskContent } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { PageBody, PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { HowFields, KindField, type TaskFormFields, WhatFields } from "./task-fields";

/** The schema's defaults, with an empty name. */
const empty: TaskFormFields = { ...taskContent.parse({ name: "new" }), name: "" };

/** Creates a task, then opens its samples. */
export function CreateTaskPage({ projectId }: { projectId: string }) {
  const router = useRouter();
  const create = useEndpointMutation("createTask", { refresh: ["listTasks", "getProject", "listProjects"] });
  const form = useForm({
    resolver: zodResolver(taskContent),
    defaultValues: empty,
  });
  const submit = form.handleSubmit((body) =>
    create.mutate(
      { params: { projectId }, body },
      { onSuccess: (task) => router.push(`/projects/${projectId}/samples/import?task=${task.id}`) },
    ),
  );
  return (
    <PageBody className="max-w-3xl">
      <PageHeader title="New task" description="Next come its samples, then the criteria they are judged by." />
      <form onSubmit={submit} className="flex flex-col gap-6" noValidate>
        <Panel title="What is judged">
          <div className="flex flex-col gap-4">
            <KindField form={form} />
            <WhatFields form={form} />
          </div>
        </Panel>
        <Panel title="How it is judged">
          <div className="flex flex-col gap-4">
            <HowFields form={form} />
          </div>
        </Panel>
        {create.isError && <FieldError>{create.error.message}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button asChild>
            <Link href={`/projects/${projectId}/tasks`}>Cancel</Link>
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create task
          </Button>
        </div>
      </form>
    </PageBody>
  );
}
