"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { figuresOf } from "@/components/charts/format";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CalibrationRound } from "@/lib/domain/calibration";
import type { TaskSummary } from "@/lib/domain/project";

/** The annotator's part in a task's calibration rounds: what is still to rate, and what can be compared and discussed. */
export function OwnCalibration({ task }: { task: TaskSummary }) {
  const rounds = useQuery(endpointQuery("listCalibration", { params: { taskId: task.id } }));
  const newestRequired = rounds.data?.items.find(({ required }) => required);
  const shown = rounds.data?.items.filter((round) => round.closedAt === null || round.mine > 0 || round === newestRequired) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul aria-label={`Calibration rounds of ${task.name}`} className="mb-3 divide-y rounded-panel border">
      {shown.map((round) => (
        <li key={round.number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
          <span>
            Calibration round {round.number} <span className="text-small text-soft">{stateOf(round)}</span>
          </span>
          {isReadable(round) ? (
            <Button asChild size="small">
              <Link href={`/projects/${task.projectId}/calibration/${task.id}/${round.number}`}>Compare and discuss</Link>
            </Button>
          ) : (
            round.mine < round.samples && <RateButton task={task} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Researchers may compare at any time, but here they are annotators. */
const isReadable = ({ readable, closedAt, mine, samples }: CalibrationRound) => readable && closedAt !== null && mine === samples;

function stateOf({ mine, samples, closedAt }: CalibrationRound): string {
  const rated = `${mine} of ${figuresOf(samples, "sample")} rated`;
  if (closedAt !== null) return `${rated}, closed`;
  return mine === samples ? `${rated}, waiting until the round is closed` : `${rated}, before the work`;
}

function RateButton({ task }: { task: TaskSummary }) {
  const router = useRouter();
  const next = useEndpointMutation("nextAssignment", { refresh: [] });
  const goOn = () =>
    next.mutate(
      { params: { taskId: task.id } },
      {
        onSuccess: ({ assignmentId }) =>
          router.push(`/projects/${task.projectId}/annotate${assignmentId === null ? `?continue=${task.id}` : `/${assignmentId}`}`),
        onError: (error) => toast.error(error.message),
      },
    );
  return (
    <Button size="small" variant="primary" busy={next.isPending} onClick={goOn}>
      Rate
    </Button>
  );
}
