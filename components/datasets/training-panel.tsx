"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { Judge } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import type { TrainingFormat } from "@/lib/domain/training";
import { Checkbox } from "../ui/checkbox";
import { ErrorState } from "../ui/error-state";
import { Field, Label } from "../ui/field";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { TrainingFiles } from "./training-files";

const formats = [
  { value: "dpo", label: "Preference pairs (DPO)", description: "An input with the better output and the worse one." },
  { value: "sft", label: "Supervised pairs of critiques", description: "A request for a critique with the critique, in four settings." },
] as const;

/** The sources available for a format and task, the default first. */
export function sourcesOf(format: TrainingFormat, kind: "pointwise" | "pairwise", judges: readonly Pick<Judge, "name" | "protocol">[]) {
  const annotators = { value: "annotators", label: "Annotators" };
  const named = (those: typeof judges) => those.map(({ name }) => ({ value: `judge:${name}`, label: `Judge ${name}` }));
  if (format === "dpo") return [...(kind === "pairwise" ? [{ value: "gold", label: "Gold labels" }] : []), annotators, ...named(judges)];
  const critics = judges.filter(({ protocol }) => protocol === "critique");
  return [{ value: "judges", label: "All judges" }, annotators, ...named(critics)];
}

/** Downloads a task as training data: three splits, and the manifest that says how they were made. */
export function TrainingPanel({ projectId, tasks }: { projectId: string; tasks: readonly TaskSummary[] }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId } }));
  const [taskId, setTaskId] = useState(tasks[0]?.id);
  const task = tasks.find(({ id }) => id === taskId) ?? tasks[0];
  if (task === undefined) return null;
  return (
    <Panel
      title="Training data"
      description="JSON Lines in TRL's format, split by input: everything about one input is in the same file. The manifest says what was left out and why."
    >
      <Field label="Task" className="mb-4 max-w-72">
        {(control) => (
          <Select
            {...control}
            value={task.id}
            onValueChange={setTaskId}
            options={tasks.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      {judges.isPending && <Skeleton className="h-40" />}
      {judges.isError && <ErrorState title="The judges could not be loaded" error={judges.error} onRetry={() => void judges.refetch()} />}
      {judges.isSuccess && <TrainingChoices key={task.id} projectId={projectId} task={task} judges={judges.data.items} />}
    </Panel>
  );
}

interface ChoicesProps {
  projectId: string;
  task: TaskSummary;
  judges: readonly Judge[];
}

function TrainingChoices({ projectId, task, judges }: ChoicesProps) {
  const boxId = useId();
  const [format, setFormat] = useState<TrainingFormat>("dpo");
  const [wanted, setWanted] = useState<string>();
  const [reversed, setReversed] = useState(false);
  const [swap, setSwap] = useState(true);
  const [excluded, setExcluded] = useState(false);
  const sources = sourcesOf(format, task.kind, judges);
  const source = (sources.find(({ value }) => value === wanted) ?? sources[0])?.value ?? "annotators";
  const isOfPreferences = format === "dpo";
  const ofPeople = source === "annotators" && { excluded: excluded ? ("with" as const) : ("without" as const) };
  const query = {
    task: task.id,
    format,
    source,
    ...ofPeople,
    ...(isOfPreferences ? { reversed: String(reversed) } : { swap: String(swap) }),
  };
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <Field label="Shape" className="grow basis-60">
          {(control) => <Select {...control} value={format} onValueChange={setFormat} options={formats} />}
        </Field>
        <Field label={isOfPreferences ? "Whose preference" : "Whose critiques"} className="grow basis-60">
          {(control) => <Select {...control} value={source} onValueChange={setWanted} options={sources} />}
        </Field>
      </div>
      {(isOfPreferences || task.kind === "pairwise") && (
        <div className="mt-4 flex items-center gap-2">
          <Checkbox
            id={boxId}
            checked={isOfPreferences ? reversed : swap}
            onCheckedChange={(checked) => (isOfPreferences ? setReversed : setSwap)(checked === true)}
          />
          <Label htmlFor={boxId}>
            {isOfPreferences
              ? "Reversed: the worse output is the chosen one"
              : "Export each critique of a pair also with the outputs swapped"}
          </Label>
        </div>
      )}
      {ofPeople && (
        <div className="mt-4 flex items-center gap-2">
          <Checkbox id={`${boxId}-excluded`} checked={excluded} onCheckedChange={(checked) => setExcluded(checked === true)} />
          <Label htmlFor={`${boxId}-excluded`}>With the work of excluded people</Label>
        </div>
      )}
      <TrainingFiles projectId={projectId} choice={query} />
      <p className="mt-3 text-small text-soft">
        The three files get 80 %, 10 % and 10 % of the inputs. Other shares, another seed or a margin: “redline export --format {format}”.
      </p>
    </>
  );
}
