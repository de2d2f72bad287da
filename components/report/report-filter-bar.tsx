"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { armWords } from "../words/arm-words";
import { narrowingWords } from "../words/narrowing-words";
import type { SetNarrowing } from "./use-narrowing";

const unset = "any value";

interface BarProps {
  taskId: string;
  narrowing: FilterTexts;
  onNarrow: SetNarrowing;
}

/**
 * What the report is narrowed to. All of it is in the URL, and every panel that rests on ratings obeys it, its files too; panels on what was planned,
 * decided, noticed or frozen are of the whole task and say so, and those on proposed criteria obey the judge alone. On a phone one line says it and
 * unfolds the choices.
 */
export function ReportFilterBar({ taskId, narrowing, onNarrow }: BarProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const choices = useQuery(endpointQuery("listFilterChoices", { params: { taskId } })).data;
  const choose = (
    name: "criteriaSet" | "arm" | "judge" | "system" | "subset" | "annotator",
    label: string,
    values: readonly string[] = [],
    labelOf = (value: string) => value,
    all = `${label}: all`,
  ) => {
    const chosen = narrowing[name];
    if (values.length < 2 && chosen === undefined) return null;
    // An address may hold a value that the task does not have.
    const offered = chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
    return (
      <Select
        aria-label={label}
        className="w-auto max-w-60"
        value={chosen ?? unset}
        onValueChange={(value) => onNarrow({ [name]: value === unset ? null : value })}
        options={[{ value: unset, label: all }, ...offered.map((value) => ({ value, label: labelOf(value) }))]}
      />
    );
  };
  const { criteriaSets: sets = [], annotators: people = [] } = choices ?? {};
  const reported = sets.find(({ isReported }) => isReported)?.version;
  const active = Object.keys(narrowing).length;
  const finished = narrowing.finished === "true";
  return (
    <div data-screen-only>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-choices`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-10 w-full items-center gap-2 rounded-control border border-line bg-card px-3 text-left text-body sm:hidden"
      >
        <span className="shrink-0 font-medium text-ink">{active === 0 ? "Filters" : `Filters: ${active}`}</span>{" "}
        <span className="min-w-0 grow truncate text-small text-soft">{active === 0 ? "the whole report" : narrowingWords(narrowing)}</span>
        <ChevronDown aria-hidden className={cn("size-4 shrink-0 text-soft", isOpen && "rotate-180")} />
      </button>
      <fieldset id={`${id}-choices`} className={cn("flex-wrap items-center gap-2 sm:flex", isOpen ? "flex max-sm:mt-2" : "hidden")}>
        <legend className="sr-only">Narrow the report</legend>
        {choose(
          "criteriaSet",
          "Criteria set",
          sets.map(({ version }) => String(version)),
          (version) => `Criteria set ${version}`,
          reported === undefined ? "Criteria set: newest" : `Criteria set: newest (${reported})`,
        )}
        {choose("arm", "Arm", choices?.arms, armWords)}
        {choose("judge", "Judges", choices?.judges)}
        {choose("system", "System", choices?.systems)}
        {choose("subset", "Subset", choices?.subsets)}
        {choose(
          "annotator",
          "Annotator",
          people.map(({ code }) => code),
          (code) => people.find((one) => one.code === code)?.name ?? code,
        )}
        <Button
          aria-pressed={finished}
          variant={finished ? "primary" : "secondary"}
          onClick={() => onNarrow({ finished: finished ? null : "true" })}
        >
          Finished samples only
        </Button>
        <span className="flex flex-wrap items-center gap-2">
          {(["from", "to"] as const).map((name) => (
            <span key={name} className="flex items-center gap-1.5 text-small text-soft">
              <label htmlFor={`${id}-${name}`}>{name === "from" ? "From" : "until"}</label>
              <Input
                id={`${id}-${name}`}
                type="date"
                className="w-auto"
                value={narrowing[name] ?? ""}
                onChange={(event) => onNarrow({ [name]: event.target.value || null })}
              />
            </span>
          ))}
        </span>
        {active > 0 && (
          <Button variant="quiet" onClick={() => onNarrow(null)}>
            Show everything
          </Button>
        )}
      </fieldset>
    </div>
  );
}
