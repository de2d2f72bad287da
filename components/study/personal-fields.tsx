"use client";

import { useState } from "react";
import type { PersonalTerms } from "@/lib/domain/study-plan";
import { Textarea } from "../ui/textarea";
import { NumberField } from "./number-field";
import { sampleIdsIn } from "./sample-ids";

interface PersonalFieldsProps {
  name: string;
  terms: PersonalTerms;
  onChange: (terms: PersonalTerms) => void;
}

/** The limit and the samples of one named person. */
export function PersonalFields({ name, terms, onChange }: PersonalFieldsProps) {
  const [typed, setTyped] = useState(() => terms.samples.join("\n"));
  const change = (text: string) => {
    setTyped(text);
    onChange({ ...terms, samples: sampleIdsIn(text) });
  };
  return (
    <div className="grid gap-x-4 gap-y-2 pt-1 pr-2 pb-3 pl-9 text-small text-soft sm:grid-cols-[auto_minmax(0,1fr)]">
      <span className="flex items-center gap-2 self-start">
        At most
        <NumberField
          label={`Limit of ${name}`}
          value={terms.maxRatings}
          min={1}
          max={10_000_000}
          placeholder="as all"
          onChange={(maxRatings) => onChange({ ...terms, maxRatings })}
        />
        ratings
      </span>
      <div className="flex flex-col gap-1">
        <span aria-hidden className="pt-2">
          Samples to rate in any case, by id
        </span>
        <Textarea
          aria-label={`Samples of ${name}`}
          placeholder="none; one id a line"
          rows={1}
          className="min-h-9"
          value={typed}
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </div>
  );
}
