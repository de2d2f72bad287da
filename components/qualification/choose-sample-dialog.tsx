"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { SampleRow, TaskSummary } from "@/lib/domain/project";
import { Dialog, DialogContent } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { Input } from "../ui/input";
import { SkeletonRows } from "../ui/skeleton";

interface ChooseSampleDialogProps {
  task: TaskSummary;
  /** Samples that have known answers already. */
  taken: readonly string[];
  onChoose: (sample: SampleRow) => void;
  onClose: () => void;
}

/** Finds a sample of the task by its text or id. */
export function ChooseSampleDialog({ task, taken, onChoose, onClose }: ChooseSampleDialogProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const query = { limit: 30, ...(search !== "" && { search }) };
  const samples = useQuery({
    ...endpointQuery("listSamples", { params: { taskId: task.id }, query }),
    placeholderData: (before) => before,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Choose a sample" width="wide">
        <Input
          type="search"
          aria-label="Search samples"
          placeholder="Search inputs, outputs, ids and systems"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {samples.isError && (
          <ErrorState title="The samples could not be loaded" error={samples.error} onRetry={() => void samples.refetch()} />
        )}
        {samples.isPending && <SkeletonRows label="Loading samples" rows={6} />}
        <ul className="mt-3 flex flex-col divide-y">
          {samples.data?.items
            .filter(({ id }) => !taken.includes(id))
            .map((sample) => (
              <li key={sample.id}>
                <button type="button" className="w-full rounded-mark px-2 py-2 text-left hover:bg-paper" onClick={() => onChoose(sample)}>
                  <span className="block truncate">{sample.input.slice(0, 200)}</span>
                  <span className="block truncate text-small text-soft">
                    {sample.externalId} · {sample.output.slice(0, 200)}
                  </span>
                </button>
              </li>
            ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
