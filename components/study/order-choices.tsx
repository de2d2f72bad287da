"use client";

import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Select } from "../ui/select";
import { ChoiceRow } from "./choice-row";
import type { ChoicesProps } from "./choices-props";
import { largestSeed } from "./first-choices";
import { NumberField } from "./number-field";

/** In which order the work comes, what comes twice, and the seed that all of it follows from. */
export function OrderChoices({ content, onChange }: ChoicesProps) {
  const drawSeed = () => {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    onChange({ seed }, "seed");
  };
  return (
    <>
      <ChoiceRow label="Order">
        <Select
          aria-label="Order of samples"
          className="w-auto max-w-full"
          value={content.order}
          options={[
            { value: "shuffled", label: "shuffled for each person" },
            { value: "blocks", label: "arms alternate in blocks" },
          ]}
          onValueChange={(order) => onChange({ order }, "order")}
        />
        {content.order === "blocks" && (
          <>
            of
            <NumberField
              label="Block size"
              className="w-16"
              value={content.blockSize}
              min={1}
              max={1000}
              onChange={(value) => value !== null && onChange({ blockSize: value }, "blockSize")}
            />
          </>
        )}
        <label htmlFor="shuffle-criteria" className="flex basis-full items-center gap-2 py-1">
          <Checkbox
            id="shuffle-criteria"
            checked={content.shuffleCriteria}
            onCheckedChange={(on) => onChange({ shuffleCriteria: on === true }, "shuffleCriteria")}
          />
          Criteria in another order for each sample
        </label>
      </ChoiceRow>
      <ChoiceRow label="Repeats">
        <NumberField
          label="Repeats in percent"
          className="w-16"
          value={Math.round(content.repeatShare * 1000) / 10}
          min={0}
          max={50}
          decimal
          onChange={(value) => value !== null && onChange({ repeatShare: value / 100 }, "repeatShare")}
        />
        % rated a second time, unannounced
      </ChoiceRow>
      <ChoiceRow label="Seed">
        <NumberField
          label="Seed"
          className="w-32"
          value={content.seed}
          min={0}
          max={largestSeed}
          onChange={(value) => value !== null && onChange({ seed: value }, "seed")}
        />
        <Button variant="link" className="text-small" onClick={drawSeed}>
          Draw another
        </Button>
      </ChoiceRow>
    </>
  );
}
