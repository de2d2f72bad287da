import Link from "next/link";
import type { Run } from "@/lib/domain/judge";
import { percent } from "../charts/format";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { budgetSentences, paceSentence, unitsSentence, usageSentence } from "../words/run-words";
import { UnitsBar } from "./units-bar";

/** A run's progress, pace and usage. */
export function RunProgress({ run, projectId }: { run: Run; projectId: string }) {
  const pace = paceSentence(run);
  const budgets = budgetSentences(run);
  return (
    <Panel title="Progress">
      <UnitsBar label="Units through" units={run.units} className="h-2" />
      <p className="mt-2 text-body" aria-live="polite">
        <span>{unitsSentence(run)}</span>
        {pace !== null && <span className="text-soft">, {pace}</span>}
      </p>
      {run.heldUntil !== null && (
        <p className="text-small text-ink">
          The endpoint asked for a pause; the run resumes by itself at <Moment at={run.heldUntil} />.
        </p>
      )}
      <p className="text-small text-soft">{run.imported ? "Drafts read from a file." : usageSentence(run)}</p>
      {budgets.length > 0 && <p className="text-small text-soft">Budget used: {budgets.join(", ")}.</p>}
      {run.units.dropped > 0 && (
        <p className="mt-2 max-w-measure text-small text-soft">
          {percent(run.units.dropped / (run.units.done + run.units.dropped))} of the units judged were dropped: the protocol's own check
          discarded these drafts, so they have no score.
        </p>
      )}
      {run.proposalDraftId !== null && (
        <Button asChild className="mt-3" variant="primary">
          <Link href={`/projects/${projectId}/criteria?task=${run.taskId}`}>Redline the proposal</Link>
        </Button>
      )}
    </Panel>
  );
}
