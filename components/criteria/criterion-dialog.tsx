"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { type CriterionContent, criterionContent, type Scale } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
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
import type { CriterionFields, CriterionForm } from "./criterion-form";
import { GroupField } from "./group-field";
import { ReasonFields } from "./reason-fields";
import { fieldsOf, ScaleFields } from "./scale-fields";
import { preferenceWords, saidLevels } from "./scale-words";

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

/** The scale without levels of which nothing is said; a label says something by itself. */
const writtenScale = (scale: Scale): Scale => (isCategorical(scale) ? scale : { ...scale, levels: saidLevels(scale.levels) });

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
  const form = useForm<CriterionFields, unknown, CriterionContent>({
    resolver: zodResolver(criterionContent),
    defaultValues: { ...criterion, scale: fieldsOf(criterion.scale) },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((content) => onSubmit({ ...content, scale: writtenScale(content.scale) }, reason));
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
            hint="What to look for, so that two people look for the same thing."
            error={errors.definition && "The definition is too long."}
          >
            {(control) => <Textarea {...control} {...form.register("definition")} />}
          </Field>
          {pairwise && <PreferenceField form={form} />}
          {!pairwise && <ScaleFields form={form} was={criterion.scale} />}
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
function PreferenceField({ form }: { form: CriterionForm }) {
  const step = form.watch("scale.step");
  return (
    <Field label="Annotators choose" hint="To give outputs scores or labels, create a task that judges one output at a time.">
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
