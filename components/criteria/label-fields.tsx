"use client";

import { X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { mostLabels, type ScaleLevel } from "@/lib/domain/criterion";
import { plainLabel } from "@/lib/domain/plain-label";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";
import type { CriterionForm } from "./criterion-form";

/**
 * A categorical criterion's labels, in the order annotators see them. `was`: the labels the dialog opened with; renaming one takes its description
 * away, which was about another label, and the old name brings it back.
 */
export function LabelFields({ form, was }: { form: CriterionForm; was: readonly ScaleLevel[] }) {
  const labels = useFieldArray({ control: form.control, name: "scale.levels" });
  const { errors } = form.formState;
  const described = new Map(was.map(({ label, description }) => [plainLabel(label), description]));
  const followName = (index: number, name: string) => {
    const path = `scale.levels.${index}.description` as const;
    const written = form.getValues(path) ?? "";
    const own = described.get(plainLabel(name));
    const isOld = written !== "" && [...described.values()].includes(written) && written !== own;
    if (isOld) form.setValue(path, "");
    if ((isOld || written === "") && own) form.setValue(path, own);
  };
  const problem = errors.scale?.levels;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-small font-medium">Labels</legend>
      {labels.fields.map((field, index) => {
        const wrong = problem?.[index]?.label?.message ?? problem?.[index]?.description?.message;
        return (
          <div key={field.id} className="grid grid-cols-[1fr_2.25rem] gap-2 sm:grid-cols-[14rem_1fr_2.25rem]">
            <Input
              aria-label={`Label ${index + 1}`}
              aria-invalid={wrong !== undefined || undefined}
              autoComplete="off"
              placeholder="a few words"
              {...form.register(`scale.levels.${index}.label`, { onChange: (event) => followName(index, event.target.value) })}
            />
            <Textarea
              aria-label={`Description of label ${index + 1}`}
              placeholder="when to choose it"
              rows={1}
              className="row-start-2 min-h-9 py-1.5 sm:row-start-auto"
              {...form.register(`scale.levels.${index}.description`)}
            />
            <Button
              variant="quiet"
              aria-label={`Remove label ${index + 1}`}
              className="px-0"
              disabled={labels.fields.length <= 2}
              onClick={() => labels.remove(index)}
            >
              <X className="size-4" aria-hidden />
            </Button>
            {wrong && <p className="col-span-full text-small text-removed">{wrong}</p>}
          </div>
        );
      })}
      {problem?.message && <p className="text-small text-removed">{problem.message}</p>}
      <Button
        size="small"
        className="self-start"
        disabled={labels.fields.length >= mostLabels}
        onClick={() => labels.append({ label: "", description: "" })}
      >
        Add a label
      </Button>
    </fieldset>
  );
}
