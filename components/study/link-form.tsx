"use client";

import { type FormEvent, useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type ParticipationLink, saveLinkBody } from "@/lib/domain/participation";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field, FieldError, Label } from "../ui/field";
import { Input } from "../ui/input";

type TextName = Exclude<keyof ParticipationLink, "open">;

const fields: { name: TextName; label: string; hint?: string; wide?: boolean }[] = [
  { name: "completionCode", label: "Completion code", hint: "Shown when all ratings of the person are submitted." },
  { name: "screenedOutCode", label: "Code if the exam is failed" },
  { name: "declinedCode", label: "Code if consent is declined" },
  { name: "idParameter", label: "Parameter with the person's id", hint: "participant, PROLIFIC_PID and workerId always work." },
  { name: "returnUrl", label: "Return address", hint: "{code} in it becomes the person's code.", wide: true },
];

/** Codes, return address and whether new people may come. */
export function LinkForm({ taskId, content }: { taskId: string; content: ParticipationLink }) {
  const [now, setNow] = useState(content);
  const save = useEndpointMutation("saveParticipationLink", { refresh: ["readParticipation"] });
  const openId = useId();
  const checked = saveLinkBody.safeParse(now);
  const errorOf = (name: string) => checked.error?.issues.find(({ path }) => path[0] === name)?.message;
  const isChanged = JSON.stringify(now) !== JSON.stringify(content);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && checked.success) save.mutate({ params: { taskId }, body: checked.data });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {fields.map(({ name, label, hint, wide }) => (
        <Field key={name} label={label} hint={hint} error={errorOf(name)} {...(wide && { className: "sm:col-span-2" })}>
          {(control) => <Input {...control} value={now[name]} onChange={(event) => setNow({ ...now, [name]: event.target.value })} />}
        </Field>
      ))}
      <div className="flex items-center gap-2 sm:col-span-2">
        <Checkbox id={openId} checked={now.open} onCheckedChange={(on) => setNow({ ...now, open: on === true })} />
        <Label htmlFor={openId}>New people may take part; those who came before can always go on</Label>
      </div>
      {save.isError && <FieldError>{save.error.message}</FieldError>}
      <Button type="submit" className="justify-self-start" busy={save.isPending} disabled={!isChanged || !checked.success}>
        Save the link
      </Button>
    </form>
  );
}
