"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { taskContent } from "@/lib/domain/project";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";

export type TaskFormFields = z.input<typeof taskContent>;
type TaskForm = UseFormReturn<TaskFormFields, unknown, z.output<typeof taskContent>>;

const arms = [
  { value: "drafted", label: "With the draft", description: "Annotators redline the judge's draft." },
  { value: "blind", label: "Without a draft", description: "Annotators score by themselves; no draft is sent to them." },
] as const;

const kinds = [
  { value: "pointwise", label: "One output", description: "Each output is scored by itself." },
  { value: "pairwise", label: "Two outputs", description: "Annotators and judges say which is better." },
] as const;

const formats = [
  { value: "plain", label: "Plain text", description: "Shown exactly as written." },
  { value: "markdown", label: "Markdown", description: "With tables, highlighted code and LaTeX." },
  {
    value: "chat",
    label: "Conversations",
    description: "A list of turns: JSON messages, or paragraphs that begin with User: and Assistant:",
  },
] as const;

/** Pointwise or pairwise. Fixed once chosen, because the samples depend on it. */
export function KindField({ form }: { form: TaskForm }) {
  return (
    <Controller
      control={form.control}
      name="kind"
      render={({ field }) => (
        <Field label="A sample has" hint="This cannot be changed later.">
          {(control) => (
            <Select {...control} className="sm:w-72" value={field.value ?? "pointwise"} onValueChange={field.onChange} options={kinds} />
          )}
        </Field>
      )}
    />
  );
}

/** What is judged: names and description. */
export function WhatFields({ form }: { form: TaskForm }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Name" required error={errors.name && "Give the task a name of at most 200 characters."}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </Field>
      <Field
        label="Description"
        hint="What the writer of the outputs was asked to do. It goes into every prompt, so explain it as you would to a colleague."
        error={errors.description && "The description is too long."}
      >
        {(control) => <Textarea {...control} {...form.register("description")} rows={4} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="An input is called" hint="question, article, prompt …" error={errors.inputName && "Give it a name."}>
          {(control) => <Input {...control} {...form.register("inputName")} autoComplete="off" />}
        </Field>
        <Field label="An output is called" hint="answer, summary, story …" error={errors.outputName && "Give it a name."}>
          {(control) => <Input {...control} {...form.register("outputName")} autoComplete="off" />}
        </Field>
      </div>
      <Controller
        control={form.control}
        name="textFormat"
        render={({ field }) => (
          <Field label="Texts are" hint="How annotators see inputs, outputs and references. V shows them as written.">
            {(control) => (
              <Select {...control} className="sm:w-72" value={field.value ?? "plain"} onValueChange={field.onChange} options={formats} />
            )}
          </Field>
        )}
      />
    </>
  );
}

/** How it is judged: annotators per sample, arm, and how long a sample is reserved. */
export function HowFields({ form }: { form: TaskForm }) {
  const { errors } = form.formState;
  return (
    <>
      <Controller
        control={form.control}
        name="arm"
        render={({ field }) => (
          <Field
            label="Annotators score"
            hint="Applies to assignments handed out from now on. Only scores made without a draft can show whether a judge is right."
          >
            {(control) => <Select {...control} className="sm:w-72" value={field.value} onValueChange={field.onChange} options={arms} />}
          </Field>
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Annotators per sample"
          hint="Agreement needs two or more."
          error={errors.annotatorsPerSample && "A whole number from 1 to 100."}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("annotatorsPerSample", { valueAsNumber: true })}
              type="number"
              min={1}
              max={100}
              className="w-32"
            />
          )}
        </Field>
        <Field
          label="Minutes a sample is reserved"
          hint="Counted from the last save. After that, others can take it; the work on it is kept."
          error={errors.leaseMinutes && "A whole number from 1 to 100,000."}
        >
          {(control) => (
            <Input {...control} {...form.register("leaseMinutes", { valueAsNumber: true })} type="number" min={1} className="w-32" />
          )}
        </Field>
      </div>
      <Controller
        control={form.control}
        name="reasonRequired"
        render={({ field }) => (
          <label className="flex items-start gap-2.5 text-body" htmlFor="reason-required">
            <Checkbox
              id="reason-required"
              className="mt-0.5"
              checked={field.value ?? false}
              onCheckedChange={(checked) => field.onChange(checked === true)}
            />
            <span>
              Require a reason for revising and removing
              <span className="block text-small text-soft">Reasons are counted in the report.</span>
            </span>
          </label>
        )}
      />
      <Controller
        control={form.control}
        name="mayAcceptRest"
        render={({ field }) => (
          <label className="flex items-start gap-2.5 text-body" htmlFor="may-accept-rest">
            <Checkbox
              id="may-accept-rest"
              className="mt-0.5"
              checked={field.value ?? false}
              onCheckedChange={(checked) => field.onChange(checked === true)}
            />
            <span>
              Annotators may accept all open lines of a draft at once
              <span className="block text-small text-soft">With Shift+A. The report counts lines accepted this way separately.</span>
            </span>
          </label>
        )}
      />
    </>
  );
}
