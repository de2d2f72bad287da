"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Judge } from "@/lib/domain/judge";
import { panelAggregate, panelOptions } from "@/lib/domain/panel";
import { Checkbox } from "../ui/checkbox";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { JudgeFormFrame } from "./judge-form-frame";

interface JudgePanelFormProps {
  projectId: string;
  judge: Judge | null;
  onDone: () => void;
  children?: ReactNode;
}

const aggregates = [
  { value: "mean", label: "Mean", description: "The average of the members' scores." },
  { value: "median", label: "Median", description: "The middle score; a single outlier does not move it." },
  { value: "majority", label: "Majority", description: "The most frequent score; none if several are tied. Use this for pairs." },
] as const;

/** The form for a panel: its members and how their scores are aggregated. */
export function JudgePanelForm({ projectId, judge, onDone, children }: JudgePanelFormProps) {
  const formId = useId();
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId } }));
  const before = panelOptions.safeParse(judge?.options);
  const [name, setName] = useState(judge?.name ?? "Panel");
  const [members, setMembers] = useState<readonly string[]>(before.data?.members ?? []);
  const [aggregate, setAggregate] = useState(before.data?.aggregate ?? panelAggregate.enum.mean);
  const [tried, setTried] = useState(false);
  const create = useEndpointMutation("createJudge", { refresh: ["listJudges"] });
  const update = useEndpointMutation("updateJudge", { refresh: ["listJudges"] });
  const read = panelOptions.safeParse({ members, aggregate });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!read.success || name.trim() === "") return;
    const done = { onSuccess: onDone };
    if (judge) update.mutate({ params: { judgeId: judge.id }, body: { name, options: read.data } }, done);
    else create.mutate({ params: { projectId }, body: { kind: "panel", name, options: read.data } }, done);
  };
  const toggle = (id: string, on: boolean) => setMembers(on ? [...members, id] : members.filter((member) => member !== id));
  const candidates = judges.data?.items.filter(
    ({ id, kind, archivedAt }) => kind !== "panel" && (archivedAt === null || members.includes(id)),
  );
  return (
    <JudgeFormFrame
      title={judge ? `Change ${judge.name}` : "Add a judge"}
      formId={formId}
      onSubmit={submit}
      submitLabel={judge ? "Save" : "Add judge"}
      busy={create.isPending || update.isPending}
      problem={(create.error ?? update.error)?.message}
    >
      {children}
      <p className="text-small text-soft">A panel combines its members' scores for the same units into one. It calls no model itself.</p>
      <Field label="Name" required error={name.trim() === "" && "Give the judge a name."}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />}
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-small font-medium">Members</legend>
        {judges.isPending && <Skeleton className="h-16" />}
        {judges.isError && <FieldError>The judges could not be loaded: {judges.error.message}</FieldError>}
        {candidates?.map((candidate) => (
          <label key={candidate.id} htmlFor={`${formId}-${candidate.id}`} className="flex items-center gap-2.5 text-body wrap-anywhere">
            <Checkbox
              id={`${formId}-${candidate.id}`}
              checked={members.includes(candidate.id)}
              onCheckedChange={(on) => toggle(candidate.id, on === true)}
            />
            <span>
              {candidate.name}
              <span className="text-small text-soft"> {memberWords(candidate)}</span>
            </span>
          </label>
        ))}
        {candidates !== undefined && candidates.length < 2 && (
          <p className="text-small text-soft">A panel needs at least two judges; add them first.</p>
        )}
        {tried && !read.success && <FieldError>Choose at least two members.</FieldError>}
      </fieldset>
      <Field label="Combine their scores by">
        {(control) => <Select {...control} value={aggregate} onValueChange={setAggregate} options={aggregates} />}
      </Field>
    </JudgeFormFrame>
  );
}

/** What distinguishes judges with similar names, and which tasks a panel can use them for. */
function memberWords({ kind, model }: Judge): string {
  if (kind === "metric") return "a metric, for pairs only";
  return kind === "imported" ? "from a file" : (model ?? "");
}
