"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useRef, useState } from "react";
import { Controller, type UseFormReturn, useFieldArray, useForm } from "react-hook-form";
import type { z } from "zod";
import { type CriterionContent, criterionContent } from "@/lib/domain/criterion";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import type { Reason } from "./criteria-action";
import { GroupField } from "./group-field";
import { newLevelMemory } from "./level-memory";
import { ReasonFields } from "./reason-fields";
import { levelsFor, preferenceWords, saidLevels } from "./scale-words";

interface CriterionDialogProps {
  title: string;
  criterion: CriterionContent;
  /** Whether the task is pairwise, so that the scale is a choice between outputs, with or without a tie. */
  pairwise?: boolean;
  submitLabel: string;
  /** The reasons to choose from when revising a judge's proposal; null for one's own criterion, which needs none. */
  reasons: readonly CodebookEntry[] | null;
  /** Whether to ask if the criterion is general or task-specific: not when revising, since the group does not belong to its wording. */
  withGroup: boolean;
  onClose: () => void;
  onSubmit: (criterion: CriterionContent, reason: Reason) => void;
}

type Fields = z.input<typeof criterionContent>;
const steps = { "1": "Whole numbers", "0.5": "Halves", "0.25": "Quarters", any: "Any number" } as const;

/** Creates or revises a criterion: name, definition, scale and level descriptions. */
export function CriterionDialog({
  title,
  criterion,
  pairwise = false,
  submitLabel,
  reasons,
  withGroup,
  onClose,
  onSubmit,
}: CriterionDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState<Reason>({ reasonCode: null, reason: null });
  const form = useForm<Fields, unknown, CriterionContent>({
    resolver: zodResolver(criterionContent),
    defaultValues: { ...criterion, scale: { ...criterion.scale, levels: levelsFor(criterion.scale, criterion.scale.levels) } },
  });
  const levels = useFieldArray({ control: form.control, name: "scale.levels" });
  const { errors } = form.formState;
  const memory = useRef(newLevelMemory(criterion.scale));
  const relevel = () => {
    const { min, max, step = 1, levels: written = [] } = form.getValues("scale");
    levels.replace(
      memory.current.turnTo(
        { min, max, step },
        written.map((level) => ({ label: "", description: "", ...level })),
      ),
    );
  };
  const submit = form.handleSubmit((content) =>
    onSubmit({ ...content, scale: { ...content.scale, levels: saidLevels(content.scale.levels) } }, reason),
  );
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary">
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} footer={footer} width="wide">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <Field label="Name" required error={errors.name && "Give the criterion a name."}>
            {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
          </Field>
          <Field
            label="Definition"
            hint="What to look for, so that two people look for the same."
            error={errors.definition && "The definition is too long."}
          >
            {(control) => <Textarea {...control} {...form.register("definition")} />}
          </Field>
          {pairwise && <PreferenceField form={form} />}
          {!pairwise && (
            <div className="grid grid-cols-2 gap-4 sm:grid-cols-[7rem_7rem_12rem]">
              <Field label="Lowest score" error={errors.scale?.min && "A number."}>
                {(control) => (
                  <Input
                    {...control}
                    {...form.register("scale.min", { valueAsNumber: true, onChange: relevel })}
                    type="number"
                    step="any"
                  />
                )}
              </Field>
              <Field label="Highest score" error={errors.scale?.max && "A number above the lowest."}>
                {(control) => (
                  <Input
                    {...control}
                    {...form.register("scale.max", { valueAsNumber: true, onChange: relevel })}
                    type="number"
                    step="any"
                  />
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
                          relevel();
                        }}
                        options={stepOptions(field.value)}
                      />
                    )}
                  </Field>
                )}
              />
            </div>
          )}
          {!pairwise && levels.fields.length > 0 && (
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
          <Controller
            control={form.control}
            name="overall"
            render={({ field }) => (
              <label className="flex items-start gap-2.5 text-body" htmlFor={`${formId}-overall`}>
                <Checkbox
                  id={`${formId}-overall`}
                  className="mt-0.5"
                  checked={field.value ?? false}
                  onCheckedChange={(on) => field.onChange(on === true)}
                />
                This is the task's overall score
              </label>
            )}
          />
          {withGroup && (
            <Controller
              control={form.control}
              name="group"
              render={({ field }) => <GroupField value={field.value ?? null} onChange={(group) => field.onChange(group ?? undefined)} />}
            />
          )}
          {reasons !== null && <ReasonFields reasons={reasons} value={reason} onChange={setReason} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}

const preferences = [
  { value: "tie", label: preferenceWords.tie, description: "The two can be equally good." },
  { value: "noTie", label: preferenceWords.noTie, description: "One of the two must be chosen." },
] as const;

/** The choices for a pairwise scale. */
function PreferenceField({ form }: { form: UseFormReturn<Fields, unknown, CriterionContent> }) {
  const step = form.watch("scale.step");
  return (
    <Field label="Annotators choose">
      {(control) => (
        <Select
          {...control}
          className="sm:w-72"
          value={step === 2 ? "noTie" : "tie"}
          onValueChange={(value) =>
            form.setValue("scale", value === "tie" ? preferenceScale : preferenceScaleWithoutTie, { shouldDirty: true })
          }
          options={preferences}
        />
      )}
    </Field>
  );
}

function stepOptions(current: number | null | undefined) {
  const options = Object.entries(steps).map(([value, label]) => ({ value, label }));
  const own = current === null || current === undefined ? null : String(current);
  return own === null || own in steps ? options : [...options, { value: own, label: `Steps of ${own}` }];
}
