"use client";

import { useId } from "react";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Input } from "../ui/input";
import { codeFor } from "./code-for";

interface CodebookProps {
  name: string;
  entries: readonly CodebookEntry[];
  /** As saved: these keep their codes. */
  stored: readonly CodebookEntry[];
  /** Codes that actions have. */
  used: readonly string[];
  onChange: (entries: CodebookEntry[]) => void;
}

/** One list of reasons being edited. */
export function Codebook({ name, entries, stored, used, onChange }: CodebookProps) {
  const id = useId();
  const set = (index: number, change: Partial<CodebookEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)));
  const relabel = (index: number, label: string) => {
    const isSaved = stored.some(({ code }) => code === entries[index]?.code);
    const others = entries.filter((_, at) => at !== index).map(({ code }) => code);
    set(index, isSaved ? { label } : { label, code: codeFor(label, others) });
  };
  return (
    <>
      <ol className="flex flex-col gap-2">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new entry's code changes as its label is typed, and the field must keep the focus
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1">
            <div className="grid items-center gap-x-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
              <Input
                aria-label={`Label of reason ${index + 1}, ${name}`}
                value={entry.label}
                onChange={(event) => relabel(index, event.target.value)}
              />
              <code className="wrap-anywhere text-small text-soft">{entry.code}</code>
            </div>
            <label className="flex items-center gap-2 text-small" htmlFor={`${id}-${index}`}>
              <Checkbox id={`${id}-${index}`} checked={entry.retired} onCheckedChange={(on) => set(index, { retired: on === true })} />
              Retired
            </label>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Delete ${entry.label || `reason ${index + 1}`}`}
              disabled={used.includes(entry.code) || entries.length === 1}
              onClick={() => onChange(entries.filter((_, at) => at !== index))}
            >
              {used.includes(entry.code) ? "In use" : "Delete"}
            </Button>
          </li>
        ))}
      </ol>
      <Button
        className="mt-3"
        onClick={() =>
          onChange([
            ...entries,
            {
              label: "",
              code: codeFor(
                "",
                entries.map(({ code }) => code),
              ),
              retired: false,
            },
          ])
        }
      >
        Add a reason
      </Button>
    </>
  );
}
