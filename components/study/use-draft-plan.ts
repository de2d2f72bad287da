"use client";

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { endpointKey } from "@/lib/client/endpoint-query";
import { request } from "@/lib/client/request";
import { type PlanContent, planContent, type TaskPlans } from "@/lib/domain/study-plan";
import { useSettled } from "./use-settled";

/** The choice changed last, and the plan before that change. */
export interface LastChange {
  field: keyof PlanContent;
  before: PlanContent;
}

const settleMs = 400;

function previewQuery(taskId: string, { sizing: _, ...body }: PlanContent) {
  return queryOptions({
    queryKey: ["previewPlan", taskId, body],
    queryFn: ({ signal }) => request("previewPlan", { params: { taskId }, body }, { signal }),
  });
}

/** What is wrong with the choices by themselves. They are neither previewed nor saved until it is corrected. */
function ownProblems(content: PlanContent) {
  const issues = planContent.safeParse(content).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: String(path[0]), blocks: true, message }));
}

/**
 * The choices of the draft plan: every change is previewed and saved once typing pauses, and the last one can be undone. `loaded`: when the draft
 * that they start from was saved; "none" for a new one.
 */
export function useDraftPlan(taskId: string, initial: PlanContent, loaded: string) {
  const [content, setContent] = useState(initial);
  const [lastChange, setLastChange] = useState<LastChange | null>(null);
  const invalid = ownProblems(content);
  const settled = useSettled(content, settleMs);
  const isPreviewable = ownProblems(settled).length === 0;
  const preview = useQuery({ ...previewQuery(taskId, settled), enabled: isPreviewable, placeholderData: keepPreviousData });
  const before = useQuery({ ...previewQuery(taskId, lastChange?.before ?? initial), enabled: lastChange !== null });
  const save = useSaving(taskId, { initial, settled: isPreviewable ? settled : null, typed: content, loaded });
  const change = (next: Partial<PlanContent>, field: keyof PlanContent) => {
    // Changing one field further is still the same change. What the planner is asked changes nothing in the plan.
    if (field !== "sizing") setLastChange((last) => (last?.field === field ? last : { field, before: content }));
    setContent((now) => ({ ...now, ...next }));
  };
  const undo = () => {
    if (lastChange === null) return;
    setContent(({ sizing }) => ({ ...lastChange.before, sizing }));
    setLastChange(null);
  };
  const isStale = preview.isPlaceholderData || settled !== content;
  const problems = invalid.length > 0 ? invalid : (preview.data?.problems ?? []);
  return {
    content,
    change,
    undo,
    keep: () => setLastChange(null),
    lastChange,
    preview,
    /** The choices that the preview is of; null while they contradict each other. */
    previewed: isPreviewable ? settled : null,
    before: lastChange === null ? undefined : before.data,
    isStale,
    problems,
    ...save,
  };
}

interface SavingInput {
  initial: PlanContent;
  settled: PlanContent | null;
  typed: PlanContent;
  loaded: string;
}

/** Saves the settled choices, one request at a time, the latest last. What somebody else has saved meanwhile is not overwritten. */
function useSaving(taskId: string, { initial, settled, typed, loaded }: SavingInput) {
  const client = useQueryClient();
  const [saved, setSaved] = useState(initial);
  const [basedOn, setBasedOn] = useState(loaded);
  const { mutate, isPending, isError, isSuccess, error, variables } = useMutation({
    mutationFn: (body: PlanContent) => request("savePlan", { params: { taskId }, query: { basedOn }, body }),
    onSuccess: (plan, body) => {
      setSaved(body);
      setBasedOn(plan.updatedAt);
      // A researcher who leaves the page and comes back finds what was saved.
      client.setQueryData<TaskPlans>(
        endpointKey("listTaskPlans", { params: { taskId } }),
        (plans) => plans && { ...plans, items: [plan, ...plans.items.filter(({ id }) => id !== plan.id)] },
      );
    },
  });
  const text = settled === null ? null : JSON.stringify(settled);
  const hasFailed = isError && text === JSON.stringify(variables);
  const isDue = settled !== null && text !== JSON.stringify(saved) && !hasFailed;
  useEffect(() => {
    if (!isPending && isDue) mutate(settled);
  }, [mutate, isPending, isDue, settled]);
  const isSaved = JSON.stringify(typed) === JSON.stringify(saved);
  const state = isSaved ? (isSuccess ? "Saved" : null) : hasFailed ? "Not saved" : "Saving";
  return {
    basedOn,
    noteSaved: setBasedOn,
    saveState: settled === null ? "Not saved" : state,
    saveError: error,
    retrySave: () => settled !== null && mutate(settled),
  };
}
