"use client";

import type { PlanSize, SizeCurve } from "@/lib/domain/plan-size";
import type { PlanContent } from "@/lib/domain/study-plan";
import { Curves } from "../charts/curves";
import { count, decimals } from "../charts/format";
import { prepareCurves } from "../charts/prepare-curves";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { HowSizeIsComputed } from "./how-size-is-computed";
import { SizeQuestionFields } from "./size-question";
import { SizeTable } from "./size-table";
import { sizeBasis, sizeFigureText } from "./size-words";
import { usePlanSize } from "./use-plan-size";

interface SizePanelProps {
  taskId: string;
  /** The choices as last checked; null while they contradict each other. */
  plan: PlanContent | null;
  content: PlanContent;
  onChange: (change: Partial<PlanContent>, field: keyof PlanContent) => void;
}

/** How precise the study will be, what would make it more so, and what that costs. */
export function SizePanel({ taskId, plan, content, onChange }: SizePanelProps) {
  const size = usePlanSize(taskId, plan);
  if (size.isError) return <ErrorState title="The study could not be sized" error={size.error} onRetry={() => void size.refetch()} />;
  if (size.data === undefined) return <Skeleton className="h-96" />;
  const { data } = size;
  return (
    <Panel
      title={data.conclusion}
      description={`${sizeBasis(data)} Dashed: samples the task does not have yet.`}
      aria-busy={size.isPlaceholderData || plan !== content}
      className="mt-5"
    >
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)]">
          {data.curves.map((curve) => (
            <SizeCurvePlot key={curve.figure} curve={curve} size={data} />
          ))}
          <div className="min-w-0 md:col-span-2 xl:col-span-1 xl:col-start-3">
            <SizeTable size={data} content={content} onChange={onChange} />
          </div>
        </div>
        <SizeQuestionFields size={data} question={content.sizing} onChange={(sizing) => onChange({ sizing }, "sizing")} />
        <HowSizeIsComputed size={data} />
      </div>
    </Panel>
  );
}

const titles: Record<SizeCurve["figure"], string> = {
  alpha: "alpha in one arm, by samples",
  difference: "drafted minus blind distance to the draft, points, by samples",
};

function SizeCurvePlot({ curve: { figure, lines }, size }: { curve: SizeCurve; size: PlanSize }) {
  const planned = lines.find((line) => line.planned);
  const value = size.figures[figure].value;
  const markX = planned?.points.find((point) => point.value === value)?.samples ?? -1;
  const curves = prepareCurves(
    lines.map(({ label, planned: main, points }) => ({
      label,
      main,
      points: points.map((point) => ({ x: point.samples, y: point.value })),
    })),
    markX,
    size.samplesInTask,
  );
  const ends = lines.map(
    ({ label, points }) => `${label} ${sizeFigureText(figure, points.at(-1)?.value ?? null)} with ${points.at(-1)?.samples} samples`,
  );
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-small font-medium">{titles[figure]}</figcaption>
      <Curves
        curves={curves}
        summary={`${titles[figure]}: this plan ${sizeFigureText(figure, value)}; ${ends.join("; ")}.`}
        markText={`this plan ${sizeFigureText(figure, value)}`}
        formatX={count}
        formatY={(tick) => `±${decimals(tick)}`}
      />
    </figure>
  );
}
