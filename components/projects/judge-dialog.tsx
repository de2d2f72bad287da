"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { createJudgeBody, type Judge, judgeParameters } from "@/lib/domain/judge";
import { Choice } from "../report/choice";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { type JudgeContent, type JudgeFields, JudgeLimitFields } from "./judge-limit-fields";
import { type JudgePreset, judgePresets, presetNames } from "./judge-presets";

function startFields(judge: Judge | null, preset: JudgePreset): JudgeFields {
  const { name, baseUrl, model } = judge ?? judgePresets[preset];
  const parameters = judgeParameters.safeParse(judge?.parameters ?? {});
  return {
    name,
    baseUrl: baseUrl ?? "",
    model: model ?? "",
    protocol: "step-by-step",
    parameters: parameters.success ? parameters.data : judgeParameters.parse({}),
    inputPriceUsd: judge?.inputPriceUsd ?? null,
    outputPriceUsd: judge?.outputPriceUsd ?? null,
    apiKey: "",
  };
}

interface JudgeDialogProps {
  projectId: string;
  /** Null: a new one. */
  judge: Judge | null;
  preset?: JudgePreset;
  onClose: () => void;
}

/** Adds a model as a judge, or changes one. */
export function JudgeDialog({ projectId, judge, preset: first = "openai", onClose }: JudgeDialogProps) {
  const formId = useId();
  const [preset, setPreset] = useState<JudgePreset>(first);
  const [forgetKey, setForgetKey] = useState(false);
  const create = useEndpointMutation("createJudge", { refresh: ["listJudges"] });
  const update = useEndpointMutation("updateJudge", { refresh: ["listJudges"] });
  const form = useForm<JudgeFields, unknown, JudgeContent>({
    resolver: zodResolver(createJudgeBody),
    defaultValues: startFields(judge, first),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ apiKey, ...content }) => {
    const key = apiKey ? { apiKey } : judge && forgetKey ? { apiKey: "" } : {};
    const done = { onSuccess: onClose };
    if (judge) update.mutate({ params: { judgeId: judge.id }, body: { ...content, ...key } }, done);
    else create.mutate({ params: { projectId }, body: { ...content, ...key } }, done);
  });
  const failed = create.error ?? update.error;
  const choosePreset = (next: JudgePreset) => {
    setPreset(next);
    form.reset(startFields(null, next));
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={create.isPending || update.isPending}>
        {judge ? "Save" : "Add judge"}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={judge ? `Change ${judge.name}` : "Add a judge"} footer={footer}>
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
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
          <Field label="Name" hint="How this judge appears in runs and reports." required error={errors.name && "Give the judge a name."}>
            {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
          </Field>
          <Field label="Base URL" required error={errors.baseUrl && "An address such as http://127.0.0.1:8000/v1."}>
            {(control) => (
              <Input {...control} {...form.register("baseUrl")} inputMode="url" autoComplete="off" className="font-mono text-small" />
            )}
          </Field>
          <Field label="Model" required error={errors.model && "The name by which the endpoint knows the model."}>
            {(control) => <Input {...control} {...form.register("model")} autoComplete="off" className="font-mono text-small" />}
          </Field>
          <Field
            label="API key"
            hint={
              judge?.hasKey
                ? "A key is stored, encrypted. Left empty, it is kept."
                : "Stored encrypted; it never leaves the server. Leave empty where none is needed."
            }
          >
            {(control) => <Input {...control} {...form.register("apiKey")} type="password" autoComplete="new-password" />}
          </Field>
          {judge?.hasKey && (
            <label className="flex items-center gap-2.5 text-body" htmlFor={`${formId}-forget`}>
              <Checkbox id={`${formId}-forget`} checked={forgetKey} onCheckedChange={(on) => setForgetKey(on === true)} />
              Forget the stored key
            </label>
          )}
          <JudgeLimitFields form={form} />
          {errors.parameters && <FieldError>A limit is out of its range.</FieldError>}
          {failed && <FieldError>{failed.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
