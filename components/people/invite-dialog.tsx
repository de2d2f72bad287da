"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Role } from "@/lib/domain/policy";
import { invitePersonBody } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/copy-link";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";

export const roleOptions: { value: Role; label: string; description: string }[] = [
  { value: "annotator", label: "Annotator", description: "Scores samples; sees nobody else's work." },
  { value: "expert", label: "Expert", description: "Redlines criteria in a panel; annotates nothing." },
  { value: "researcher", label: "Researcher", description: "Also tasks, criteria, progress and reports." },
  { value: "admin", label: "Admin", description: "Everything, people and models included." },
];

type Fields = z.input<typeof invitePersonBody>;

/** Adds a person to the project. For a new account it shows a set-password link to send them. */
export function InviteDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const formId = useId();
  const invite = useEndpointMutation("invitePerson", { refresh: ["listPeople"] });
  const form = useForm<Fields>({
    resolver: zodResolver(invitePersonBody),
    defaultValues: { email: "", role: "annotator" },
  });
  const submit = form.handleSubmit((body) => invite.mutate({ params: { projectId }, body }));
  const { errors } = form.formState;
  if (invite.isSuccess) return <Invited invited={invite.data} onClose={onClose} />;
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={invite.isPending}>
        Invite
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Invite a person" description="No e-mail is sent: you get a link to send them." footer={footer} width="narrow">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <Field label="E-mail" required error={errors.email && "An e-mail address, such as ada@example.org."}>
            {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="off" />}
          </Field>
          <Field label="Name" hint="How they appear in progress and report." error={errors.name && "A name of at most 200 characters."}>
            {(control) => (
              <Input
                {...control}
                {...form.register("name", { setValueAs: (value: string) => value.trim() || undefined })}
                autoComplete="off"
              />
            )}
          </Field>
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => (
              <Field label="Role">
                {(control) => <Select {...control} value={field.value} onValueChange={field.onChange} options={roleOptions} />}
              </Field>
            )}
          />
          {invite.isError && <FieldError>{invite.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Invited({ invited, onClose }: { invited: { person: { name: string; email: string }; link: string | null }; onClose: () => void }) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`${invited.person.name || invited.person.email} is in the project`} footer={footer} width="narrow">
        {invited.link === null ? (
          <p className="text-body">They already have an account and will find the project when they next sign in.</p>
        ) : (
          <div className="flex flex-col gap-3">
            <p className="text-body">Send them this link. It works once and lets them set a password.</p>
            <CopyLink label="Invitation link" link={invited.link} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
