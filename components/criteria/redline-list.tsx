"use client";

import { type ReactNode, useState } from "react";
import type { Action } from "@/lib/domain/action";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { Item } from "@/lib/domain/draft";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { applyCriteriaActions, type CriteriaState, type CriterionLine } from "@/lib/review/apply-criteria-actions";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import type { CriteriaChange } from "./criteria-action";
import { CriterionDialog } from "./criterion-dialog";
import { CriterionLineItem } from "./criterion-line-item";
import { headingGroups } from "./heading-groups";
import { RemoveDialog } from "./remove-dialog";

interface RedlineListProps {
  title: string;
  words: (state: CriteriaState) => ReactNode;
  /** The proposal; empty when the list is written from scratch. */
  items: readonly Item[];
  actions: readonly Action[];
  /** Whether the task is pairwise, so that its criteria ask which output is better. */
  pairwise: boolean;
  reasons: readonly CodebookEntry[];
  busy: boolean;
  onChange: (change: CriteriaChange) => void;
  /** Shown above the list. */
  children?: ReactNode;
  footer: (state: CriteriaState) => ReactNode;
}

type Doing = { kind: "add" } | { kind: "revise" | "remove"; line: CriterionLine } | null;

const blank: CriterionContent = { name: "", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };

/** A list of criteria being redlined: accept, revise or remove each criterion, add others. */
export function RedlineList(props: RedlineListProps) {
  const { title, words, items, actions, pairwise, reasons, busy, onChange, children, footer } = props;
  const [doing, setDoing] = useState<Doing>(null);
  const state = applyCriteriaActions({ items, actions, pairwise });
  const { undoable } = state;
  const finish = (change: CriteriaChange) => {
    setDoing(null);
    onChange(change);
  };
  const remove = (line: CriterionLine) =>
    line.original === null
      ? onChange({ kind: "remove", itemId: line.id, reasonCode: null, reason: null })
      : setDoing({ kind: "remove", line });
  return (
    <section aria-label={title}>
      <header className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-title">{title}</h2>
          <p className="text-small text-soft">{words(state)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={busy || undoable === null} onClick={() => undoable !== null && onChange({ kind: "undo", undoesId: undoable })}>
            Undo
          </Button>
          <Button disabled={busy} onClick={() => setDoing({ kind: "add" })}>
            Add a criterion
          </Button>
        </div>
      </header>
      {children}
      {state.lines.length === 0 ? (
        <EmptyState title="No criterion yet">
          Add the first one: a name, what to look for, and {pairwise ? "whether there can be a tie" : "what each score means"}.
        </EmptyState>
      ) : (
        <div className="divide-y overflow-hidden rounded-panel border bg-card">
          {headingGroups(state.lines).map(({ heading, lines }) => (
            <section key={lines[0]?.id} aria-label={heading ?? undefined} className="divide-y">
              {heading !== null && <h3 className="bg-sunken px-5 py-2 text-small font-medium text-soft">{heading}</h3>}
              <ol className="divide-y">
                {lines.map((line) => (
                  <CriterionLineItem
                    key={line.id}
                    line={line}
                    level={heading === null ? "h3" : "h4"}
                    pairwise={pairwise}
                    reasons={reasons}
                    busy={busy}
                    onAccept={() => onChange({ kind: "accept", itemId: line.id })}
                    onRevise={() => setDoing({ kind: "revise", line })}
                    onRemove={() => remove(line)}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      <footer className="mt-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2">{footer(state)}</footer>
      {doing?.kind === "add" && (
        <CriterionDialog
          title="Add a criterion"
          criterion={pairwise ? { ...blank, scale: preferenceScale } : blank}
          pairwise={pairwise}
          submitLabel="Add"
          reasons={null}
          withGroup
          onClose={() => setDoing(null)}
          onSubmit={(criterion) => finish({ kind: "add", criterion })}
        />
      )}
      {doing?.kind === "revise" && (
        <CriterionDialog
          title="Revise the criterion"
          criterion={doing.line.criterion}
          pairwise={pairwise}
          submitLabel="Save"
          reasons={doing.line.original === null ? null : reasons}
          withGroup={doing.line.original === null}
          onClose={() => setDoing(null)}
          onSubmit={(criterion, reason) => finish({ kind: "revise", itemId: doing.line.id, criterion, ...reason })}
        />
      )}
      {doing?.kind === "remove" && (
        <RemoveDialog
          name={doing.line.criterion.name}
          reasons={reasons}
          onClose={() => setDoing(null)}
          onRemove={(reason) => finish({ kind: "remove", itemId: doing.line.id, ...reason })}
        />
      )}
    </section>
  );
}
