"use client";

import { useState } from "react";
import type { PersonalTerms } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Select } from "../ui/select";
import { ChoiceRow } from "./choice-row";
import { drawWords } from "./choice-words";
import type { ChoicesProps } from "./choices-props";
import { NumberField } from "./number-field";
import { PeopleDialog } from "./people-dialog";

const draws = (["equal", "judges-differ"] as const).map((value) => ({ value, label: drawWords[value] }));

/** How many people rate how many samples, and which. */
export function PeopleChoices({ task, people, content, problems, onChange }: ChoicesProps) {
  const [isChoosing, setChoosing] = useState(false);
  const of = (...fields: string[]) => problems.filter(({ field }) => fields.includes(field));
  const names = content.named.map((userId) => {
    const name = people.find((one) => one.userId === userId)?.name ?? "somebody who left the project";
    const own = content.personal.find((one) => one.userId === userId);
    return own === undefined ? name : `${name} (${termsText(own)})`;
  });
  return (
    <>
      <ChoiceRow label="People" problems={of("people", "named", "personal")}>
        <NumberField
          label="Number of people"
          value={content.people}
          min={1}
          max={1000}
          onChange={(value) => value !== null && onChange({ people: value }, "people")}
        />
        {content.people === 1 ? "annotator" : "annotators"}
        <Button variant="link" className="text-small" onClick={() => setChoosing(true)}>
          Choose
        </Button>
        {names.length > 0 && <p className="basis-full wrap-anywhere">Named: {new Intl.ListFormat("en").format(names)}</p>}
      </ChoiceRow>
      <ChoiceRow label="Overlap" problems={of("overlap")}>
        <NumberField
          label="Overlap"
          value={content.overlap}
          min={1}
          max={100}
          onChange={(value) => value !== null && onChange({ overlap: value }, "overlap")}
        />
        {content.overlap === 1 ? "person" : "people"} for each sample
      </ChoiceRow>
      <ChoiceRow label="Shared by all" problems={of("shared")}>
        <NumberField
          label="Samples shared by all"
          value={content.shared}
          min={0}
          max={100_000}
          onChange={(value) => value !== null && onChange({ shared: value }, "shared")}
        />
        samples that everyone rates
      </ChoiceRow>
      <ChoiceRow label="Samples" problems={of("samples", "draw")}>
        <OptionalCount
          label="Samples in the study"
          value={content.samples}
          placeholder="all"
          onChange={(samples) => onChange({ samples }, "samples")}
        />
        of {figuresOf(task.counts.samplesToRate, "sample")}, drawn by whole inputs
        {content.samples !== null && (
          <Select
            aria-label="How samples are drawn"
            className="w-auto max-w-full"
            value={content.draw}
            options={draws}
            onValueChange={(draw) => onChange({ draw }, "draw")}
          />
        )}
      </ChoiceRow>
      <ChoiceRow label="Limits" problems={of("maxPerPerson", "maxPerDay")}>
        <OptionalCount
          label="Limit a person"
          value={content.maxPerPerson}
          placeholder="none"
          onChange={(maxPerPerson) => onChange({ maxPerPerson }, "maxPerPerson")}
        />
        a person
        <OptionalCount
          label="Limit a day"
          value={content.maxPerDay}
          placeholder="none"
          onChange={(maxPerDay) => onChange({ maxPerDay }, "maxPerDay")}
        />
        a day
      </ChoiceRow>
      {isChoosing && (
        <PeopleDialog
          people={people}
          named={content.named}
          personal={content.personal}
          onClose={() => setChoosing(false)}
          onChoose={(named, personal) =>
            onChange(
              { named, personal, people: Math.max(content.people, named.length) },
              named.join() === content.named.join() ? "personal" : "named",
            )
          }
        />
      )}
    </>
  );
}

const termsText = ({ maxRatings, samples }: PersonalTerms) =>
  [
    ...(maxRatings === null ? [] : [`at most ${count(maxRatings)}`]),
    ...(samples.length === 0 ? [] : [`${figuresOf(samples.length, "sample")} by name`]),
  ].join(", ");

interface OptionalCountProps {
  label: string;
  /** Null: `placeholder` says what then holds. */
  value: number | null;
  placeholder: string;
  onChange: (value: number | null) => void;
}

const OptionalCount = (props: OptionalCountProps) => <NumberField min={1} max={10_000_000} {...props} />;
