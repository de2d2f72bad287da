"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Judge } from "@/lib/domain/judge";
import { type MetricName, metricDeclarations, metricName } from "@/lib/domain/metric";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { JudgeFormFrame } from "./judge-form-frame";

interface JudgeMetricFormProps {
  projectId: string;
  judge: Judge | null;
  onDone: () => void;
  children?: ReactNode;
}

const choices = metricName.options.map((value) => ({
  value,
  label: metricDeclarations[value].title,
  description: metricDeclarations[value].needsReference ? "needs references" : "needs no reference",
}));

/** The form for a metric. Its name defaults to the metric's. */
export function JudgeMetricForm({ projectId, judge, onDone, children }: JudgeMetricFormProps) {
  const formId = useId();
  const [metric, setMetric] = useState<MetricName>(metricName.safeParse(judge?.options.metric).data ?? "rouge-l");
  const [typed, setTyped] = useState<string | null>(judge?.name ?? null);
  const create = useEndpointMutation("createJudge", { refresh: ["listJudges"] });
  const update = useEndpointMutation("updateJudge", { refresh: ["listJudges"] });
  const name = typed ?? metricDeclarations[metric].title;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const done = { onSuccess: onDone };
    if (judge) update.mutate({ params: { judgeId: judge.id }, body: { name, options: { metric } } }, done);
    else create.mutate({ params: { projectId }, body: { kind: "metric", name, options: { metric } } }, done);
  };
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
      <p className="text-small text-soft">A metric is computed without a model and costs nothing: a baseline for the judges.</p>
      <Field label="Metric" hint={metricDeclarations[metric].definition}>
        {(control) => <Select {...control} value={metric} onValueChange={setMetric} options={choices} />}
      </Field>
      <Field label="Name" required error={name.trim() === "" && "Give the judge a name."}>
        {(control) => <Input {...control} value={name} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />}
      </Field>
    </JudgeFormFrame>
  );
}
