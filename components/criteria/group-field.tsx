"use client";

import { type CriterionGroup, criterionGroup } from "@/lib/domain/criterion";
import { Field } from "../ui/field";
import { Select } from "../ui/select";

const unstated = "unstated";
export const groupNames: Record<CriterionGroup, string> = { general: "General", "task-specific": "Task-specific" };

const options = [
  { value: unstated, label: "Not stated" },
  { value: "general", label: groupNames.general, description: "Holds for any text of this kind." },
  { value: "task-specific", label: groupNames["task-specific"], description: "Follows from this very task." },
];

/** Whether a criterion is general or task-specific. */
export function GroupField({ value, onChange }: { value: CriterionGroup | null; onChange: (group: CriterionGroup | null) => void }) {
  return (
    <Field label="Kind of criterion">
      {(control) => (
        <Select
          {...control}
          className="sm:w-72"
          value={value ?? unstated}
          onValueChange={(chosen) => onChange(criterionGroup.safeParse(chosen).data ?? null)}
          options={options}
        />
      )}
    </Field>
  );
}
