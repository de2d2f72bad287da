"use client";

import { useState } from "react";
import type { Criterion } from "@/lib/domain/criterion";
import type { ExamDecision, Examinee } from "@/lib/domain/exam";
import type { TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { DecideDialog } from "./decide-dialog";
import { ExamTry } from "./exam-try";

interface ExamineesProps {
  task: TaskSummary;
  people: readonly Examinee[];
  /** Criteria of all versions: an attempt stays under the criteria it began with. */
  criteria: readonly Criterion[];
}

/** Everybody's tries with their answers, and the decisions that researchers may take. */
export function Examinees({ task, people, criteria }: ExamineesProps) {
  const [deciding, setDeciding] = useState<{ person: Examinee; decision: ExamDecision } | null>(null);
  return (
    <Panel title="Who has taken it">
      {people.length === 0 ? (
        <EmptyState title="Nobody yet">Tries appear here with the first sample.</EmptyState>
      ) : (
        <ul className="flex flex-col divide-y">
          {people.map((person) => (
            <li key={person.annotatorId} className="flex flex-col gap-2 py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <span className="min-w-40 grow font-medium wrap-anywhere">{person.name}</span>
                <Standing person={person} />
                <Decisions person={person} onDecide={(decision) => setDeciding({ person, decision })} />
              </div>
              {person.tries.map((one) => (
                <ExamTry key={one.id} task={task} one={one} criteria={criteria} />
              ))}
            </li>
          ))}
        </ul>
      )}
      {deciding !== null && <DecideDialog task={task} {...deciding} onClose={() => setDeciding(null)} />}
    </Panel>
  );
}

function Standing({ person: { passedAt, tries, triesLeft } }: { person: Examinee }) {
  if (passedAt !== null)
    return (
      <Badge tone="good">
        passed <Moment at={passedAt} />
      </Badge>
    );
  if (tries.some(({ endedAt }) => endedAt === null)) return <Badge tone="plain">taking it</Badge>;
  return <Badge tone="caution">not passed{triesLeft !== null && `, ${figuresOf(triesLeft, "try", "tries")} left`}</Badge>;
}

function Decisions({ person, onDecide }: { person: Examinee; onDecide: (decision: ExamDecision) => void }) {
  const decisions: [ExamDecision, string][] =
    person.passedAt === null
      ? [
          ["grant-try", "Grant a try"],
          ["pass", "Pass by hand"],
        ]
      : [["revoke", "Revoke the pass"]];
  return decisions.map(([decision, label]) => (
    <Button key={decision} size="small" onClick={() => onDecide(decision)} aria-label={`${label}: ${person.name}`}>
      {label}
    </Button>
  ));
}
