"use client";

import { useId, useRef } from "react";
import { Controller, useFieldArray } from "react-hook-form";
import type { Scale, ScaleInput, ScaleLevel } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import type { CriterionForm } from "./criterion-form";
import { LabelFields } from "./label-fields";
import { newLevelMemory } from "./level-memory";
import { levelsFor } from "./scale-words";

const steps = { "1": "Whole numbers", "0.5": "Halves", "0.25": "Quarters", any: "Any number" } as const;
const kinds = [
  { value: "numbers", label: "Numbers", description: "In order, from the lowest to the highest." },
  { value: "labels", label: "Labels", description: "Without an order, such as kinds of error." },
] as const;

/** The scale as the dialog edits it: with a level for each point that can be described. */
export const fieldsOf = (scale: Scale): ScaleInput =>
  isCategorical(scale)
    ? { kind: scale.kind, levels: blankValues(scale.levels), several: scale.several }
    : { ...scale, levels: levelsFor(scale, scale.levels) };

/** Labels get their scores from their order when they are saved. */
const blankValues = (levels: readonly ScaleLevel[]) => levels.map(({ label, description }) => ({ label, description }));

const numbers: Scale = { min: 1, max: 5, step: 1, levels: [] };
const noLabels: ScaleInput = {
  kind: "categorical",
  levels: [
    { label: "", description: "" },
    { label: "", description: "" },
  ],
};

/** What a criterion is judged on: a scale of numbers with its ends and steps, or labels. `was`: the scale the dialog opened with. */
export function ScaleFields({ form, was }: { form: CriterionForm; was: Scale }) {
  const { kind, step } = form.watch("scale");
  const other = useRef<ScaleInput>(isCategorical(was) ? fieldsOf(numbers) : noLabels);
  const memory = useRef(newLevelMemory(isCategorical(was) ? numbers : was));
  const turn = (to: string) => {
    if ((to === "labels") === (kind === "categorical")) return;
    const left = form.getValues("scale");
    form.setValue("scale", other.current, { shouldDirty: true });
    form.clearErrors("scale");
    other.current = left;
  };
  return (
    <>
      <Field label="Judged on">
        {(control) => (
          <Select
            {...control}
            className="sm:w-72"
            value={kind === "categorical" ? "labels" : "numbers"}
            onValueChange={turn}
            options={kinds}
          />
        )}
      </Field>
      {kind === "categorical" ? (
        <LabelFields form={form} was={isCategorical(was) ? was.levels : []} />
      ) : (
        <NumberFields form={form} memory={memory.current} />
      )}
      {step !== null && <SeveralField form={form} />}
    </>
  );
}

/** Whether annotators may mark other scores as also acceptable. */
function SeveralField({ form }: { form: CriterionForm }) {
  const id = useId();
  return (
    <Controller
      control={form.control}
      name="scale.several"
      render={({ field, fieldState }) => (
        <div className="flex items-start gap-2.5 text-body">
          <Checkbox
            id={id}
            className="mt-0.5"
            checked={field.value ?? false}
            onCheckedChange={(on) => field.onChange(on === true || undefined)}
            aria-describedby={`${id}-help`}
          />
          <div>
            <label htmlFor={id}>More than one score can be right</label>
            <p id={`${id}-help`} className="text-small text-soft">
              Annotators choose one and can mark others as also acceptable.
            </p>
            {fieldState.error && <p className="text-small text-removed">{fieldState.error.message}</p>}
          </div>
        </div>
      )}
    />
  );
}

function NumberFields({ form, memory }: { form: CriterionForm; memory: ReturnType<typeof newLevelMemory> }) {
  const levels = useFieldArray({ control: form.control, name: "scale.levels" });
  const { errors } = form.formState;
  const relevel = () => {
    const { min = Number.NaN, max = Number.NaN, step = 1, levels: written = [] } = form.getValues("scale");
    levels.replace(
      memory.turnTo(
        { min, max, step },
        written.map((level) => ({ value: 0, label: "", description: "", ...level }) as ScaleLevel),
      ),
    );
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[7rem_7rem_12rem]">
        <Field label="Lowest score" error={errors.scale?.min && "A number."}>
          {(control) => (
            <Input {...control} {...form.register("scale.min", { valueAsNumber: true, onChange: relevel })} type="number" step="any" />
          )}
        </Field>
        <Field label="Highest score" error={errors.scale?.max && "A number above the lowest."}>
          {(control) => (
            <Input {...control} {...form.register("scale.max", { valueAsNumber: true, onChange: relevel })} type="number" step="any" />
          )}
        </Field>
        <Controller
          control={form.control}
          name="scale.step"
          render={({ field }) => (
            <Field label="Steps" className="col-span-2 sm:col-span-1">
              {(control) => (
                <Select
                  {...control}
                  value={field.value === null ? "any" : String(field.value ?? 1)}
                  onValueChange={(value) => {
                    field.onChange(value === "any" ? null : Number(value));
                    if (value === "any") form.setValue("scale.several", undefined);
                    relevel();
                  }}
                  options={stepOptions(field.value)}
                />
              )}
            </Field>
          )}
        />
      </div>
      {levels.fields.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-small font-medium">What each score means</legend>
          {levels.fields.map((level, index) => (
            <div key={level.id} className="grid grid-cols-[2.5rem_1fr] gap-2 sm:grid-cols-[2.5rem_10rem_1fr]">
              <span className="pt-2 text-right text-body font-medium">{level.value}</span>
              <Input
                aria-label={`Label of ${level.value}`}
                placeholder="one or two words"
                {...form.register(`scale.levels.${index}.label`)}
              />
              <Textarea
                aria-label={`Description of ${level.value}`}
                placeholder="when to give it"
                rows={1}
                className="col-start-2 min-h-9 py-1.5 sm:col-start-auto"
                {...form.register(`scale.levels.${index}.description`)}
              />
            </div>
          ))}
        </fieldset>
      )}
      {errors.scale?.levels && <p className="text-small text-removed">A level is outside the scale or too long.</p>}
    </>
  );
}

function stepOptions(current: number | null | undefined) {
  const options = Object.entries(steps).map(([value, label]) => ({ value, label }));
  const own = current === null || current === undefined ? null : String(current);
  return own === null || own in steps ? options : [...options, { value: own, label: `Steps of ${own}` }];
}
