"use client";

import { useState } from "react";
import type { CriterionContent } from "@/lib/domain/criterion";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { pairScaleProblem } from "@/lib/domain/preference";
import type { CriteriaSet } from "@/lib/domain/project";
import { applyCriteriaActions, type CriterionLine, publishProblem } from "@/lib/review/apply-criteria-actions";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import type { CriteriaChange } from "./criteria-action";
import { CriterionDialog } from "./criterion-dialog";
import { CriterionLineItem } from "./criterion-line-item";
import { headingGroups } from "./heading-groups";
import { ProposalLikeness } from "./proposal-likeness";
import { RemoveDialog } from "./remove-dialog";

interface CriteriaRedlineProps {
  set: CriteriaSet;
  /** Whether the task is pairwise, so that its criteria ask which output is better. */
  pairwise?: boolean;
  busy: boolean;
  onChange: (change: CriteriaChange) => void;
  onPublish: () => void;
  onDiscard: () => void;
}

type Doing = { kind: "add" } | { kind: "revise" | "remove"; line: CriterionLine } | null;

const blank: CriterionContent = { name: "", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };

/** A draft criteria list: accept, revise or remove each criterion, add others, then publish. */
export function CriteriaRedline({ set, pairwise = false, busy, onChange, onPublish, onDiscard }: CriteriaRedlineProps) {
  const [doing, setDoing] = useState<Doing>(null);
  const state = applyCriteriaActions({ items: set.proposal?.items ?? [], actions: set.actions, pairwise });
  const problem = publishProblem(state) ?? pairScaleProblem(pairwise ? "pairwise" : "pointwise", state.criteria);
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
    <section aria-label={`Draft of version ${set.version}`}>
      <header className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-title">Draft of version {set.version}</h2>
          <p className="text-small text-soft">
            {set.proposal ? `Proposed by ${set.proposal.judge}; ` : ""}
            {figuresOf(state.criteria.length, "criterion", "criteria")} kept
            {state.open > 0 && `, ${state.open} undecided`}
          </p>
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
      {set.proposal && <ProposalLikeness proposal={set.proposal} />}
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
      <footer className="mt-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p className="grow basis-64 text-small text-soft">
          {problem ?? "Once published, this version never changes; a new one can be started from it."}
        </p>
        <Button disabled={busy} onClick={onDiscard}>
          Discard draft
        </Button>
        <Button variant="primary" busy={busy} disabled={problem !== null} onClick={onPublish}>
          Publish version {set.version}
        </Button>
      </footer>
      {doing?.kind === "add" && (
        <CriterionDialog
          title="Add a criterion"
          criterion={pairwise ? { ...blank, scale: preferenceScale } : blank}
          pairwise={pairwise}
          submitLabel="Add"
          withReason={false}
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
          withReason={doing.line.original !== null}
          onClose={() => setDoing(null)}
          onSubmit={(criterion, reason) => finish({ kind: "revise", itemId: doing.line.id, criterion, ...reason })}
        />
      )}
      {doing?.kind === "remove" && (
        <RemoveDialog
          name={doing.line.criterion.name}
          onClose={() => setDoing(null)}
          onRemove={(reason) => finish({ kind: "remove", itemId: doing.line.id, ...reason })}
        />
      )}
    </section>
  );
}
