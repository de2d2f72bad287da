"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import type { SampleFilter, SampleState } from "@/lib/domain/sample-filter";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { Select, type SelectOption } from "../ui/select";
import { armWords } from "../words/arm-words";

const fields: Record<keyof SampleFilter, typeof parseAsString> = {
  ...{ search: parseAsString, state: parseAsString, disagreement: parseAsString, flagged: parseAsString, system: parseAsString },
  ...{ subset: parseAsString, arm: parseAsString, import: parseAsString, sort: parseAsString },
};

const stateWords: Record<SampleState, string> = {
  unrated: "Not rated yet",
  open: "Open with somebody",
  rated: "Rated",
  finished: "Rated by as many as asked",
  skipped: "Skipped",
};
const states = Object.entries(stateWords).map(([value, label]) => ({ value, label }));
const disagreements = [
  { value: "any", label: "People differ" },
  { value: "wide", label: "Differ by half the scale or more" },
];
const unset = "any value";

const nothing = { search: null, state: null, disagreement: null, flagged: null, system: null, subset: null, arm: null, import: null };

/** The filter of the list of samples; all of it is in the URL. */
export function SampleFilters({ task }: { task: TaskSummary }) {
  const [filter, setFilter] = useQueryStates(fields);
  const choices = useQuery(endpointQuery("listFilterChoices", { params: { taskId: task.id } })).data;
  const choose = (name: Exclude<keyof SampleFilter, "search" | "flagged" | "sort">, label: string, options: SelectOption<string>[]) =>
    options.length === 0 && filter[name] === null ? null : (
      <Select
        aria-label={label}
        className="w-auto max-w-60"
        value={filter[name] ?? unset}
        onValueChange={(value) => void setFilter({ [name]: value === unset ? null : value })}
        options={[{ value: unset, label: `${label}: any` }, ...options]}
      />
    );
  const named = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));
  const isNarrowed = Object.entries(filter).some(([name, value]) => name !== "sort" && value !== null);
  return (
    <>
      <Input
        type="search"
        aria-label="Search samples"
        placeholder="Search inputs, outputs, ids and systems"
        className="max-w-md grow basis-64"
        value={filter.search ?? ""}
        onChange={(event) => void setFilter({ search: event.target.value || null })}
      />
      {choose("state", "State", states)}
      {choose("disagreement", "Disagreement", disagreements)}
      {choose("system", "System", named(choices?.systems))}
      {choose("subset", "Subset", named(choices?.subsets))}
      {choose(
        "arm",
        "Arm",
        (choices?.arms ?? []).map((value) => ({ value, label: armWords(value) })),
      )}
      {choose(
        "import",
        "Import",
        (choices?.imports ?? []).map(({ id, fileName, samples }) => ({ value: id, label: fileName, description: `${samples} samples` })),
      )}
      <Button
        aria-pressed={filter.flagged === "true"}
        variant={filter.flagged === "true" ? "primary" : "secondary"}
        onClick={() => void setFilter({ flagged: filter.flagged === "true" ? null : "true" })}
      >
        With a note
      </Button>
      <Select
        aria-label="Order"
        className="w-auto"
        value={filter.sort ?? "import"}
        onValueChange={(value) => void setFilter({ sort: value === "import" ? null : value })}
        options={[
          { value: "import", label: "In order of import" },
          { value: "disagreement", label: "Widest disagreement first" },
        ]}
      />
      {isNarrowed && (
        <Button variant="quiet" onClick={() => void setFilter(nothing)}>
          Show all
        </Button>
      )}
    </>
  );
}
