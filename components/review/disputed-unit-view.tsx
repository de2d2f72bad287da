"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { AdjudicationUnit, DisputedUnit } from "@/lib/domain/adjudication";
import type { TaskSummary } from "@/lib/domain/project";
import { withoutListMarker } from "@/lib/review/list-marker";
import { Badge } from "../ui/badge";
import { Banner } from "../ui/banner";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { scoreName } from "../words/score-name";
import { LabelForm } from "./label-form";
import { LabelHistory } from "./label-history";
import { RaterCard } from "./rater-card";
import { SampleTexts } from "./sample-texts";

interface DisputedUnitViewProps {
  task: TaskSummary;
  unit: DisputedUnit;
  /** Called once the label is confirmed. */
  onDone: () => void;
}

/** One unit: its texts, people's evaluations under letters, the label, and then the judge's draft. */
export function DisputedUnitView({ task, unit: { sampleId, criterionId }, onDone }: DisputedUnitViewProps) {
  const query = useQuery(endpointQuery("getAdjudication", { params: { taskId: task.id, sampleId, criterionId } }));
  if (query.isPending) return <SkeletonRows label="Loading the unit" rows={8} />;
  if (query.isError) return <ErrorState title="The unit could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  const unit = query.data;
  const discussion = `/projects/${task.projectId}/discussion`;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Panel
        title={unit.criterion.name}
        description={unit.criterion.definition || undefined}
        footer={
          <span className="flex flex-wrap gap-x-4">
            <Link className="rounded-mark text-accent underline underline-offset-2" href={`${discussion}?on=sample&id=${sampleId}`}>
              Discuss this sample
            </Link>
            <Link className="rounded-mark text-accent underline underline-offset-2" href={`${discussion}?on=criterion&id=${criterionId}`}>
              Discuss this criterion
            </Link>
          </span>
        }
      >
        <SampleTexts task={unit.task} sample={unit.sample} />
      </Panel>
      <Evaluations unit={unit} />
      {unit.judge && <JudgeDraft unit={unit} judge={unit.judge} />}
      {unit.own ? (
        <Banner>You were given this sample as an annotator, so somebody else must adjudicate it.</Banner>
      ) : (
        <LabelForm key={`${unit.mine?.id} ${unit.labels.length}`} unit={unit} onDone={onDone} />
      )}
      <LabelHistory unit={unit} />
    </div>
  );
}

const outcomeWords = { accept: "kept from the draft", revise: "revised", remove: "removed", add: "added", open: "undecided" } as const;

function Evaluations({ unit }: { unit: AdjudicationUnit }) {
  const { raters, task, criterion, mine } = unit;
  return (
    <section aria-label="People's evaluations">
      <h2 className="mb-2 text-title">What people said</h2>
      {mine === null && (
        <p className="mb-3 text-small text-soft">
          In random order, and only what they wrote themselves: what they kept of a draft is shown after your label.
        </p>
      )}
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {raters.map(({ letter, score, lines }) => (
          <RaterCard
            key={letter}
            name={`Rater ${letter}`}
            score={scoreName(score, task.pairwise, criterion.scale)}
            lines={lines.map((line) => ({
              ...line,
              struck: line.outcome === "remove",
              ...(line.outcome && { how: outcomeWords[line.outcome] }),
            }))}
            empty="No words of their own."
          />
        ))}
      </ul>
    </section>
  );
}

function JudgeDraft({ unit, judge }: { unit: AdjudicationUnit; judge: NonNullable<AdjudicationUnit["judge"]> }) {
  return (
    <section aria-label="The judge's draft" className="rounded-panel border border-accent bg-card px-4 py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium wrap-anywhere">
          {judge.name} <Badge tone="accent">judge</Badge>
        </span>
        <span className="text-title tabular-nums">
          {judge.score === null ? "–" : scoreName(judge.score, unit.task.pairwise, unit.criterion.scale)}
        </span>
      </p>
      <ul className="mt-2 flex flex-col gap-1.5 text-small">
        {judge.items.map(({ id, text }) => (
          <li key={id} className="wrap-anywhere" dir="auto">
            {withoutListMarker(text)}
          </li>
        ))}
      </ul>
    </section>
  );
}
