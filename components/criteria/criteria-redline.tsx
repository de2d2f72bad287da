"use client";

import { pairScaleProblem } from "@/lib/domain/preference";
import type { CriteriaSet } from "@/lib/domain/project";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { publishProblem } from "@/lib/review/apply-criteria-actions";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import type { CriteriaChange } from "./criteria-action";
import { ProposalLikeness } from "./proposal-likeness";
import { RedlineList } from "./redline-list";

interface CriteriaRedlineProps {
  set: CriteriaSet;
  /** Whether the task is pairwise, so that its criteria ask which output is better. */
  pairwise?: boolean;
  reasons: readonly CodebookEntry[];
  busy: boolean;
  onChange: (change: CriteriaChange) => void;
  onPublish: () => void;
  onDiscard: () => void;
}

/** A draft criteria list: redline it, then publish. */
export function CriteriaRedline({ set, pairwise = false, reasons, busy, onChange, onPublish, onDiscard }: CriteriaRedlineProps) {
  return (
    <RedlineList
      title={`Draft of version ${set.version}`}
      words={({ criteria, open }) =>
        `${set.proposal ? `Proposed by ${set.proposal.judge}; ` : ""}${figuresOf(criteria.length, "criterion", "criteria")} kept${open > 0 ? `, ${open} undecided` : ""}`
      }
      items={set.proposal?.items ?? []}
      actions={set.actions}
      pairwise={pairwise}
      reasons={reasons}
      busy={busy}
      onChange={onChange}
      footer={(state) => {
        const problem = publishProblem(state) ?? pairScaleProblem(pairwise ? "pairwise" : "pointwise", state.criteria);
        return (
          <>
            <p className="grow basis-64 text-small text-soft">
              {problem ?? "Once published, this version never changes; a new one can be started from it."}
            </p>
            <Button disabled={busy} onClick={onDiscard}>
              Discard draft
            </Button>
            <Button variant="primary" busy={busy} disabled={problem !== null} onClick={onPublish}>
              Publish version {set.version}
            </Button>
          </>
        );
      }}
    >
      {set.proposal && <ProposalLikeness proposal={set.proposal} />}
    </RedlineList>
  );
}
