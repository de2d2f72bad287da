import type { Run } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import { whyNotShown } from "@/lib/domain/shown-run";
import { figuresOf } from "../charts/format";
import { statusWord } from "./run-words";

/** Options for a select of runs whose drafts annotators can be shown, newest first, plus the current choice, with the reason if it no longer qualifies. */
export function shownRunOptions(task: Pick<TaskSummary, "kind" | "publishedSet">, runs: readonly Run[], chosenId: string | null) {
  return runs.flatMap((run) => {
    const facts = { ...run, criteriaSetId: run.criteriaSet?.id ?? null, hasDrafts: run.units.done + run.units.dropped > 0 };
    const why = whyNotShown(facts, { kind: task.kind, publishedSetId: task.publishedSet?.id ?? null });
    if (why !== null && run.id !== chosenId) return [];
    const progress = run.status === "done" ? "" : `, ${statusWord[run.status]}`;
    const description =
      why === null ? `${run.createdAt.slice(0, 10)}, ${figuresOf(run.units.done, "draft")}${progress}` : `Not shown. ${why}`;
    return [{ value: run.id, label: run.judge.name, description, disabled: why !== null }];
  });
}
