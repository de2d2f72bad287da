"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { CalibrationComparison } from "@/lib/domain/calibration";
import type { Criterion } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { Thread } from "../discussion/thread";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Markdown } from "../ui/markdown";
import { PageBody, PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { scoreName } from "../words/score-name";
import { RaterCard } from "./rater-card";
import { SampleTexts } from "./sample-texts";

type Sample = CalibrationComparison["samples"][number];

/** A calibration round: each sample with everybody's scores and reasons side by side, the known answer, and the discussion. */
export function CalibrationPage({ taskId, number }: { taskId: string; number: string }) {
  const comparison = useQuery(endpointQuery("compareCalibration", { params: { taskId, number } }));
  const title = `Calibration round ${number}`;
  return (
    <PageBody>
      <PageHeader title={title} description={comparison.data && descriptionOf(comparison.data)} />
      {comparison.isPending && <SkeletonRows label="Loading the ratings" rows={8} />}
      {comparison.isError && (
        <ErrorState title="The ratings cannot be shown" error={comparison.error} onRetry={() => void comparison.refetch()} />
      )}
      {comparison.data && (
        <div className="flex flex-col gap-6">
          {comparison.data.round.instructions !== "" && (
            <Markdown text={comparison.data.round.instructions} className="max-w-measure text-reading" />
          )}
          {comparison.data.samples.map((sample, index) => (
            <SamplePanel key={sample.id} task={comparison.data.task} sample={sample} number={index + 1} />
          ))}
        </div>
      )}
    </PageBody>
  );
}

const descriptionOf = ({ task, round }: CalibrationComparison) =>
  round.closedAt === null
    ? `${task.name}. The round is open: only those who lead the study see this.`
    : `${task.name}. What each person gave alone, under their code. Discuss where you differ.`;

interface SamplePanelProps {
  task: CalibrationComparison["task"];
  sample: Sample;
  number: number;
}

function SamplePanel({ task, sample, number }: SamplePanelProps) {
  return (
    <Panel title={`Sample ${number}`}>
      <div className="flex flex-col gap-5">
        <details open={number === 1}>
          <summary className="w-fit rounded-mark text-accent">
            Texts<span className="sr-only"> of sample {number}</span>
          </summary>
          <div className="pt-3">
            <SampleTexts task={task} sample={sample} />
          </div>
        </details>
        {sample.raters.length === 0 ? (
          <EmptyState title="Nobody has rated it">No rating of this sample was submitted.</EmptyState>
        ) : (
          sample.criteria.map((criterion) => (
            <OneCriterion key={criterion.id} task={task} sample={sample} number={number} criterion={criterion} />
          ))
        )}
        <section aria-label={`Discussion of sample ${number}`}>
          <h3 className="mb-2 font-medium">Discussion</h3>
          <Thread on="sample" id={sample.id} />
        </section>
      </div>
    </Panel>
  );
}

function OneCriterion({ task, sample, number, criterion }: SamplePanelProps & { criterion: Criterion }) {
  const answer = sample.answers.find(({ criterionId }) => criterionId === criterion.id);
  const name = (score: number) => scoreName(score, task.pairwise, criterion.scale);
  return (
    <section aria-label={`${criterion.name} of sample ${number}`} className="border-t pt-4">
      <h3 className="font-medium">{criterion.name}</h3>
      {answer && (
        <div className="mt-1 max-w-measure text-small">
          Answer: <strong>{name(answer.score)}</strong>
          {answer.tolerance > 0 && !isCategorical(criterion.scale) && <span className="text-soft"> ± {answer.tolerance}</span>}
          {answer.why !== "" && <Markdown text={answer.why} />}
        </div>
      )}
      <ul className="mt-2 grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
        {sample.raters.map(({ code, mine, units }) => {
          const unit = units.find(({ criterionId }) => criterionId === criterion.id);
          return (
            <RaterCard
              key={code}
              name={mine ? `You (${code})` : code}
              score={unit == null || unit.score === null ? "–" : name(unit.score)}
              lines={unit?.lines ?? []}
              empty={unit == null ? null : "No reason given."}
              mine={mine}
            />
          );
        })}
      </ul>
    </section>
  );
}
