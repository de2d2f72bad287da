"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { endpointJudgeBody, type Judge, judgeParameters, protocolName } from "@/lib/domain/judge";
import { Checkbox } from "../ui/checkbox";
import { Choice } from "../ui/choice";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { JudgeFormFrame } from "./judge-form-frame";
import { type JudgeContent, type JudgeFields, JudgeLimitFields } from "./judge-limit-fields";
import { type JudgePreset, judgePresets, presetNames } from "./judge-presets";
import { JudgeProtocolFields } from "./judge-protocol-fields";

function startFields(judge: Judge | null, preset: JudgePreset): JudgeFields {
  const { name, baseUrl, model } = judge ?? judgePresets[preset];
  const parameters = judgeParameters.safeParse(judge?.parameters ?? {});
  return {
    name,
    baseUrl: baseUrl ?? "",
    model: model ?? "",
    protocol: protocolName.safeParse(judge?.protocol).data ?? "step-by-step",
    parameters: parameters.success ? parameters.data : judgeParameters.parse({}),
    options: judge?.options ?? {},
    roles: judge?.roles ?? {},
    promptVersionId: judge?.promptVersionId ?? null,
    inputPriceUsd: judge?.inputPriceUsd ?? null,
    outputPriceUsd: judge?.outputPriceUsd ?? null,
    apiKey: "",
  };
}

interface JudgeEndpointFormProps {
  projectId: string;
  judge: Judge | null;
  preset: JudgePreset;
  onDone: () => void;
  /** Content above the fields. */
  children?: ReactNode;
}

/** The form for a model judge: endpoint, protocol, limits. */
export function JudgeEndpointForm({ projectId, judge, preset: first, onDone, children }: JudgeEndpointFormProps) {
  const formId = useId();
  const [preset, setPreset] = useState<JudgePreset>(first);
  const [forgetKey, setForgetKey] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const create = useEndpointMutation("createJudge", { refresh: ["listJudges", "listEndpoints", "listPromptVersions"] });
  const update = useEndpointMutation("updateJudge", { refresh: ["listJudges", "listEndpoints", "listPromptVersions"] });
  const form = useForm<JudgeFields, unknown, JudgeContent>({
    resolver: zodResolver(endpointJudgeBody),
    defaultValues: startFields(judge, first),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ apiKey, kind, ...content }) => {
    const key = apiKey ? { apiKey } : judge && forgetKey ? { apiKey: "" } : {};
    const done = { onSuccess: onDone };
    if (judge) update.mutate({ params: { judgeId: judge.id }, body: { ...content, ...key } }, done);
    else create.mutate({ params: { projectId }, body: { kind, ...content, ...key } }, done);
  });
  const choosePreset = (next: JudgePreset) => {
    setPreset(next);
    form.reset(startFields(null, next));
  };
  return (
    <JudgeFormFrame
      title={judge ? `Change ${judge.name}` : "Add a judge"}
      formId={formId}
      onSubmit={submit}
      submitLabel={judge ? "Save" : "Add judge"}
      busy={create.isPending || update.isPending}
      disabled={isUnreadable}
      problem={(create.error ?? update.error)?.message}
    >
      {children}
      <FormPart title="The model">
        {!judge && (
          <div className="flex flex-col gap-2">
            <Choice
              label="Kind of endpoint"
              value={preset}
              onChange={choosePreset}
              options={presetNames.map((value) => ({ value, label: judgePresets[value].label }))}
            />
            <p className="text-small text-soft">{judgePresets[preset].how}</p>
          </div>
        )}
        <Field label="Base URL" required error={errors.baseUrl && "An address such as http://127.0.0.1:8000/v1."}>
          {(control) => (
            <Input {...control} {...form.register("baseUrl")} inputMode="url" autoComplete="off" className="font-mono text-small" />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Model" required error={errors.model && "The name by which the endpoint knows the model."}>
            {(control) => <Input {...control} {...form.register("model")} autoComplete="off" className="font-mono text-small" />}
          </Field>
          <Field
            label="API key"
            hint={judge?.hasKey ? "Leave empty to keep the stored one." : "Stored encrypted. Leave empty if none is needed."}
          >
            {(control) => <Input {...control} {...form.register("apiKey")} type="password" autoComplete="new-password" />}
          </Field>
        </div>
        {judge?.hasKey && (
          <label className="flex items-center gap-2.5 text-body" htmlFor={`${formId}-forget`}>
            <Checkbox id={`${formId}-forget`} checked={forgetKey} onCheckedChange={(on) => setForgetKey(on === true)} />
            Forget the stored key
          </label>
        )}
        <Field label="Name" hint="How this judge appears in runs and reports." required error={errors.name && "Give the judge a name."}>
          {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
        </Field>
      </FormPart>
      <FormPart title="How it is asked">
        <JudgeProtocolFields form={form} projectId={projectId} judgeId={judge?.id ?? null} onUnreadable={setUnreadable} />
        <JudgeLimitFields form={form} />
      </FormPart>
      {errors.parameters && <FieldError>A limit is out of range.</FieldError>}
    </JudgeFormFrame>
  );
}

function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 not-first:border-t not-first:pt-4">
      <h3 className="text-body">{title}</h3>
      {children}
    </section>
  );
}
