"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { armWords } from "../words/arm-words";
import type { ReportNarrowing, SetNarrowing } from "./use-narrowing";

const unset = "any value";

interface BarProps {
  taskId: string;
  narrowing: ReportNarrowing;
  onNarrow: SetNarrowing;
}

/** What the report is narrowed to. All of it is in the URL, and every panel and export obeys it. */
export function ReportFilterBar({ taskId, narrowing, onNarrow }: BarProps) {
  const id = useId();
  const choices = useQuery(endpointQuery("listFilterChoices", { params: { taskId } })).data;
  const choose = (name: "arm" | "system" | "subset" | "annotator", label: string, options: { value: string; label: string }[] = []) =>
    options.length < 2 && narrowing[name] === undefined ? null : (
      <Select
        aria-label={label}
        className="w-auto max-w-60"
        value={narrowing[name] ?? unset}
        onValueChange={(value) => onNarrow({ [name]: value === unset ? null : value })}
        options={[{ value: unset, label: `${label}: all` }, ...options]}
      />
    );
  const named = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));
  const finished = narrowing.finished === "true";
  return (
    <fieldset data-screen-only className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Narrow the report</legend>
      {choose(
        "arm",
        "Arm",
        (choices?.arms ?? []).map((value) => ({ value, label: armWords(value) })),
      )}
      {choose("system", "System", named(choices?.systems))}
      {choose("subset", "Subset", named(choices?.subsets))}
      {choose(
        "annotator",
        "Annotator",
        (choices?.annotators ?? []).map(({ code, name }) => ({ value: code, label: name })),
      )}
      <Button
        aria-pressed={finished}
        variant={finished ? "primary" : "secondary"}
        onClick={() => onNarrow({ finished: finished ? null : "true" })}
      >
        Finished samples only
      </Button>
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
      {Object.keys(narrowing).length > 0 && (
        <Button variant="quiet" onClick={() => onNarrow(null)}>
          Show everything
        </Button>
      )}
    </fieldset>
  );
}
