import type { TaskSummary } from "./project";

/**
 * A task as its annotators may see it: its counts say nothing of others' work, of drafts, or of samples whose answers are known. What they can learn
 * of those comes from their own work alone.
 */
export function withOwnCounts(task: TaskSummary): TaskSummary {
  const { counts, mine } = task;
  const { samplesToRate, inputs } = counts;
  return {
    ...task,
    counts: {
      ...counts,
      samples: samplesToRate,
      inputs: Math.min(inputs, samplesToRate),
      drafts: 0,
      assignmentsOpen: mine.open,
      assignmentsSubmitted: mine.submitted,
      samplesFinished: 0,
    },
  };
}
