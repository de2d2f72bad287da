"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { createProjectBody } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";

type Fields = z.input<typeof createProjectBody>;

/** Creates a project and opens it. */
export function CreateProjectDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const formId = useId();
  const create = useEndpointMutation("createProject", { refresh: ["listProjects"] });
  const form = useForm<Fields>({ resolver: zodResolver(createProjectBody), defaultValues: { name: "", description: "" } });
  const submit = form.handleSubmit((body) =>
    create.mutate(
      { body },
      {
        onSuccess: (project) => {
          onOpenChange(false);
          form.reset();
          router.push(`/projects/${project.id}`);
        },
      },
    ),
  );
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
        Create project
      </Button>
    </>
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="New project" footer={footer} width="narrow">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <Field label="Name" required error={form.formState.errors.name && "Give the project a name of at most 200 characters."}>
            {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
          </Field>
          <Field label="Description" hint="What is studied and why; people in the project see it.">
            {(control) => <Textarea {...control} {...form.register("description")} />}
          </Field>
          {create.isError && <FieldError>{create.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
