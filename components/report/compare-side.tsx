import type { TaskSummary } from "@/lib/domain/project";
import type { TaskReport } from "@/lib/domain/report";
import { count, figuresOf } from "../charts/format";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { raterDetail } from "./rater-label";
import { ReportFilterBar } from "./report-filter-bar";
import type { ComparedSide } from "./use-compared-side";

interface CompareSideProps {
  title: string;
  tasks: TaskSummary[];
  task: TaskSummary;
  side: ComparedSide;
  /** Null until it is there. */
  report: TaskReport | null;
  judge: string | null;
}

/** What one side of a comparison is of: task, judge and what it is narrowed to. */
export function CompareSide({ title, tasks, task, side, report, judge }: CompareSideProps) {
  const judges = (report?.raters ?? []).filter(({ kind }) => kind === "judge");
  return (
    <Panel title={title} description={report === null ? "Computing…" : basisWords(report)}>
      <div className="flex flex-col gap-2" data-screen-only>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={`Task of the ${title.toLowerCase()}`}
            className="w-auto max-w-full"
            value={task.id}
            onValueChange={(id) => side.choose({ task: id })}
            options={tasks.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {judges.length > 0 && judge !== null && (
            <Select
              aria-label={`Judge of the ${title.toLowerCase()}`}
              className="w-auto max-w-full"
              value={judge}
              onValueChange={(name) => side.choose({ judge: name })}
              options={judges.map((rater) => {
                const description = raterDetail(rater);
                return { value: rater.name, label: rater.name, ...(description !== null && { description }) };
              })}
            />
          )}
        </div>
        <ReportFilterBar taskId={task.id} narrowing={side.narrowing} onNarrow={side.narrow} />
      </div>
    </Panel>
  );
}

const basisWords = ({ counts: { annotators, samples, ratings } }: TaskReport): string =>
  ratings === 0
    ? "No rating is left"
    : `${count(ratings)} ratings by ${figuresOf(annotators, "person", "people")} on ${figuresOf(samples, "sample")}`;
