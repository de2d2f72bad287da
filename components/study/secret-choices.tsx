"use client";

import { plantedDisclosure } from "@/lib/domain/study-plan";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Select } from "../ui/select";
import { shownRunOptions } from "../words/shown-run-options";
import { ChoiceRow } from "./choice-row";
import type { ChoicesProps } from "./choices-props";
import { NumberField } from "./number-field";

const percent = (share: number) => Math.round(share * 1000) / 10;
const moved = "moved";

/** What people are not told sample by sample: drafts that are wrong on purpose, and samples with known answers. */
export function SecretChoices(props: ChoicesProps) {
  const { content, problems, onChange } = props;
  return (
    <>
      <PlantedChoice {...props} />
      <ChoiceRow label="Hidden" problems={problems.filter(({ field }) => field === "goldShare" || field === "attentionShare")}>
        <NumberField
          label="Samples with known answers in percent"
          className="w-16"
          value={percent(content.goldShare)}
          min={0}
          max={30}
          decimal
          onChange={(value) => value !== null && onChange({ goldShare: value / 100 }, "goldShare")}
        />
        % with known answers,
        <NumberField
          label="Attention checks in percent"
          className="w-16"
          value={percent(content.attentionShare)}
          min={0}
          max={30}
          decimal
          onChange={(value) => value !== null && onChange({ attentionShare: value / 100 }, "attentionShare")}
        />
        % to check attention, besides each person's samples
      </ChoiceRow>
    </>
  );
}

function PlantedChoice({ task, runs, content: { planted, consent }, problems, onChange }: ChoicesProps) {
  const insert = () => {
    if (planted === null) return;
    const text = consent.includes(plantedDisclosure) ? consent : [consent.trim(), plantedDisclosure].filter(Boolean).join("\n\n");
    onChange({ consent: text, planted: { ...planted, disclosed: true } }, "planted");
  };
  return (
    <ChoiceRow label="Planted" problems={problems.filter(({ field }) => field === "planted")}>
      <NumberField
        label="Planted drafts in percent"
        className="w-16"
        value={percent(planted?.share ?? 0)}
        min={0}
        max={50}
        decimal
        onChange={(value) => {
          if (value === null) return;
          const before = planted ?? { sourceRunId: null, disclosed: false };
          onChange({ planted: value === 0 ? null : { ...before, share: value / 100 } }, "planted");
        }}
      />
      % of each person's drafts are wrong on purpose
      {planted !== null && (
        <>
          <Select
            aria-label="Source of planted drafts"
            className="basis-full"
            value={planted.sourceRunId ?? moved}
            options={[
              { value: moved, label: "Their scores are moved to the far side of the scale" },
              ...shownRunOptions(task, runs, planted.sourceRunId),
            ]}
            onValueChange={(value) => onChange({ planted: { ...planted, sourceRunId: value === moved ? null : value } }, "planted")}
          />
          <label htmlFor="disclosed" className="flex basis-full items-center gap-2 py-1">
            <Checkbox
              id="disclosed"
              checked={planted.disclosed}
              onCheckedChange={(on) => onChange({ planted: { ...planted, disclosed: on === true } }, "planted")}
            />
            The consent text says that some drafts are wrong on purpose
          </label>
          {!planted.disclosed && (
            <Button variant="link" className="text-small" onClick={insert}>
              Insert a sentence that says so
            </Button>
          )}
        </>
      )}
    </ChoiceRow>
  );
}
