"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { endpointJudgeBody } from "@/lib/domain/judge";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";

export type JudgeFields = z.input<typeof endpointJudgeBody>;
export type JudgeContent = z.output<typeof endpointJudgeBody>;
export type JudgeForm = UseFormReturn<JudgeFields, unknown, JudgeContent>;

const structured = [
  { value: "auto", label: "Try, otherwise read text" },
  { value: "on", label: "Always" },
  { value: "off", label: "Never" },
] as const;

const images = [
  { value: "send", label: "Send them" },
  { value: "leave-out", label: "Leave them out" },
  { value: "caption", label: "Send their captions" },
] as const;
const details = [
  { value: "unset", label: "The model’s default" },
  { value: "auto", label: "Auto" },
  { value: "low", label: "Low" },
  { value: "high", label: "High" },
] as const;

const numberOrNull = (value: unknown) => (value === "" || value === null || value === undefined ? null : Number(value));

/** A judge's rarely changed settings: temperature, limits, prices. */
export function JudgeLimitFields({ form }: { form: JudgeForm }) {
  const { errors } = form.formState;
  return (
    <details className="rounded-control border px-4 py-3">
      <summary className="text-small font-medium">Temperature, limits and prices</summary>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <NumberField form={form} name="parameters.temperature" label="Temperature" hint="0 to 2; 0 is the most repeatable." step="any" />
        <Field label="Top p" hint="Above 0, at most 1; empty: not sent." error={errors.parameters?.topP && "Above 0, at most 1."}>
          {(control) => (
            <Input
              {...control}
              {...form.register("parameters.topP", { setValueAs: numberOrNull })}
              type="number"
              min={0}
              max={1}
              step="any"
            />
          )}
        </Field>
        <NumberField form={form} name="parameters.maxTokens" label="Longest reply, in tokens" />
        <NumberField form={form} name="parameters.concurrency" label="Concurrent requests" hint="1 to 64." />
        <NumberField form={form} name="parameters.timeoutMs" label="Time-out, in milliseconds" />
        <Controller
          control={form.control}
          name="parameters.structuredOutput"
          render={({ field }) => (
            <Field label="JSON-schema replies" className="sm:col-span-2">
              {(control) => <Select {...control} value={field.value} onValueChange={field.onChange} options={structured} />}
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="parameters.images"
          render={({ field }) => (
            <Field label="Images of samples" hint="Captions come from a column “image_caption”." className="sm:col-span-2">
              {(control) => <Select {...control} value={field.value} onValueChange={field.onChange} options={images} />}
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="parameters.imageDetail"
          render={({ field }) => (
            <Field label="Image detail">
              {(control) => (
                <Select
                  {...control}
                  value={field.value ?? "unset"}
                  onValueChange={(chosen) => field.onChange(chosen === "unset" ? null : chosen)}
                  options={details}
                />
              )}
            </Field>
          )}
        />
        <Field label="Largest image, in kB" hint="Empty: no limit." error={errors.parameters?.imageLimitKb && "1 to 10,000."}>
          {(control) => (
            <Input {...control} {...form.register("parameters.imageLimitKb", { setValueAs: numberOrNull })} type="number" min={1} />
          )}
        </Field>
        <Controller
          control={form.control}
          name="parameters.stream"
          render={({ field }) => (
            <div className="flex items-center gap-2.5 text-body sm:col-span-2">
              <Checkbox id="judge-stream" checked={field.value ?? false} onCheckedChange={(on) => field.onChange(on === true)} />
              <label htmlFor="judge-stream">Stream replies, for servers that time out during a long silence</label>
            </div>
          )}
        />
        <p className="text-small text-soft sm:col-span-2">A judge without its own prices uses its model's in the price table.</p>
        <Field label="Price in, $ per million tokens" error={errors.inputPriceUsd && "A number, or nothing."}>
          {(control) => (
            <Input {...control} {...form.register("inputPriceUsd", { setValueAs: numberOrNull })} type="number" min={0} step="any" />
          )}
        </Field>
        <Field label="Price out, $ per million tokens" error={errors.outputPriceUsd && "A number, or nothing."}>
          {(control) => (
            <Input {...control} {...form.register("outputPriceUsd", { setValueAs: numberOrNull })} type="number" min={0} step="any" />
          )}
        </Field>
      </div>
    </details>
  );
}

interface NumberFieldProps {
  form: JudgeForm;
  name: "parameters.temperature" | "parameters.maxTokens" | "parameters.concurrency" | "parameters.timeoutMs";
  label: string;
  hint?: string;
  step?: string;
}

function NumberField({ form, name, label, hint, step = "1" }: NumberFieldProps) {
  const problem = form.getFieldState(name, form.formState).error;
  return (
    <Field label={label} hint={hint} error={problem && "Out of range."}>
      {(control) => <Input {...control} {...form.register(name, { valueAsNumber: true })} type="number" step={step} />}
    </Field>
  );
}
