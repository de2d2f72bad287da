"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Columns2, Download, Presentation, Printer } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from "nuqs";
import { type ReactNode, useContext, useState } from "react";
import { endpointUrl, type InputOf } from "@/lib/client/request";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import type { MeasurementLevel } from "@/lib/domain/frozen-report";
import type { TaskSummary } from "@/lib/domain/project";
import type { DatedReport, TaskReport } from "@/lib/domain/report";
import { FigureChapter, FigureLinks } from "../charts/figure-link";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { onDemand } from "../ui/on-demand";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { narrowingWords } from "../words/narrowing-words";
import { ChapterNav } from "./chapter-nav";
import { loadChapters } from "./chapters";
import { FreezeButton } from "./freeze-button";
import { fittingLevel } from "./level-of";
import { Projector } from "./projector";
import { provenanceOf } from "./provenance";
import { ProvenanceContext } from "./provenance-context";
import { raterDetail } from "./rater-label";
import { ReportAge } from "./report-age";
import { ReportFilterBar } from "./report-filter-bar";
import { ReportSkeleton } from "./report-skeleton";
import { FrozenContext, fetchTaskContext } from "./task-context";
import { TaskReportView } from "./task-report-view";
import { useChapter, useChapterInUrl } from "./use-chapter";
import { useNarrowing } from "./use-narrowing";
import { usePrint } from "./use-print";
import { useReport } from "./use-report";

const levels = ["nominal", "ordinal", "interval", "ratio"] as const;
const levelOptions = levels.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

const ReportEnding = onDemand(async () => (await import("./report-ending")).ReportEnding);

const ExpertPanel = onDemand(async () => (await import("./expert-panel")).ExpertPanel);
const ProposalsPanel = onDemand(async () => (await import("./proposals-panel")).ProposalsPanel);
const FrozenReportsPanel = onDemand(async () => (await import("./frozen-reports-panel")).FrozenReportsPanel);

const waysOfExcluded = ["without", "with"] as const satisfies ExcludedWork[];

/** The report on one task at a time. Task, level, judge and whether excluded people count are in the URL, so that a figure can be linked to. */
export function ReportPage({ projectId, software }: { projectId: string; software: string }) {
  return (
    <TaskPage projectId={projectId} title="Report" wide loading={<ReportSkeleton />}>
      {(task, select) => <TaskReportLoader key={task.id} projectId={projectId} task={task} select={select} software={software} />}
    </TaskPage>
  );
}

interface LoaderProps {
  projectId: string;
  task: TaskSummary;
  select: ReactNode;
  /** Name and version, for captions. */
  software: string;
}

function TaskReportLoader({ projectId, task, select, software }: LoaderProps) {
  const [excluded, setExcluded] = useQueryState("excluded", parseAsStringLiteral(waysOfExcluded).withDefault("without"));
  const [narrowing, narrow] = useNarrowing();
  const query = { task: task.id, excluded, ...narrowing } as NonNullable<InputOf<"readReport">["query"]>;
  const address = { params: { projectId }, query };
  const chapter = useChapterInUrl();
  const report = useReport({ ...address, chapter });
  if (report.data === undefined && !report.isError) return <ReportSkeleton />;
  const filterBar = <ReportFilterBar taskId={task.id} narrowing={narrowing} onNarrow={narrow} />;
  const isNarrowed = Object.keys(narrowing).length > 0;
  if (report.data === undefined) {
    const of = isNarrowed ? ` for ${narrowingWords(narrowing)}` : "";
    return (
      <>
        <PageHeader title="Report" actions={select} />
        {isNarrowed && filterBar}
        <ErrorState title={`The report could not be computed${of}`} error={report.error} onRetry={report.retry} />
      </>
    );
  }
  const found = report.data.tasks.find(({ taskId }) => taskId === task.id) ?? report.data.tasks[0];
  if (!found || !hasFigures(found)) {
    if (!isNarrowed) return <NothingYet projectId={projectId} task={task} select={select} />;
    return (
      <>
        <PageHeader title="Report" actions={select} />
        {filterBar}
        <EmptyState title="Nothing is left of the report">No rating is {narrowingWords(narrowing)}. Choose fewer conditions.</EmptyState>
      </>
    );
  }
  const other = excluded === "with" ? "without" : "with";
  const excludedSwitch = (
    <Button size="small" onClick={() => void setExcluded(other)}>
      Show {other} them
    </Button>
  );
  const { dataVersion } = report.data;
  const download = endpointUrl("readReport", address);
  return (
    <FigureLinks projectId={projectId} taskId={task.id} filter={{ ...narrowing, ...(excluded === "with" && { excluded }) }}>
      <ChosenReport
        {...{ report: found, dataVersion, software, select, download, excludedSwitch, filterBar }}
        freeze={(level) => <FreezeButton projectId={projectId} order={{ taskId: task.id, excluded, level, filter: found.filter }} />}
        age={<ReportAge computed={found.computed} />}
        compare={{ projectId }}
        frozen={<FrozenReportsPanel projectId={projectId} report={found} />}
      />
    </FigureLinks>
  );
}

/** Whether there is anything to report: people's ratings, excluded or not, or verdicts of judges on pairs whose better output is known. */
const hasFigures = ({ counts, pairs, excluded }: TaskReport): boolean =>
  counts.ratings > 0 ||
  excluded.people.length > 0 ||
  (pairs !== null && Object.values(pairs.accuracy).some(({ overall }) => overall.n > 0));

interface ChosenProps {
  report: DatedReport;
  dataVersion: string;
  software: string;
  select?: ReactNode;
  /** Where the report is as JSON. */
  download: string;
  excludedSwitch?: ReactNode;
  /** What the report is narrowed to. */
  filterBar?: ReactNode;
  /** Freezes the report as it is looked at. */
  freeze?: (level: MeasurementLevel) => ReactNode;
  age?: ReactNode;
  /** The task's frozen reports. */
  frozen?: ReactNode;
  /** Where it can be set beside another report. */
  compare?: { projectId: string };
  /** The level to open with; absent: the one that fits the criteria. */
  firstLevel?: MeasurementLevel;
}

/** This report on both sides of a comparison, to begin with. */
function comparedParameters(parameters: URLSearchParams, taskId: string): URLSearchParams {
  const own = [...parameters].filter(([name]) => !["task", "chapter", "level"].includes(name));
  const level = parameters.get("level");
  return new URLSearchParams([
    ["task", taskId],
    ["task2", taskId],
    ...own,
    ...own.map(([name, value]): [string, string] => [`${name}2`, value]),
    ...(level === null ? [] : [["level", level] as [string, string]]),
  ]);
}

/** A report with the choices of level and judge. */
export function ChosenReport(props: ChosenProps) {
  const { report, dataVersion, software, select, download, excludedSwitch, filterBar, freeze, age, frozen, compare, firstLevel } = props;
  const judges = report.raters.filter(({ kind }) => kind === "judge");
  const [view, setView] = useQueryStates({ level: parseAsStringLiteral(levels), judge: parseAsString });
  const judge = (judges.find(({ name }) => name === view.judge) ?? judges[0])?.name ?? null;
  const level = view.level ?? firstLevel ?? fittingLevel(report);
  const parameters = useSearchParams();
  const [presenting, setPresenting] = useState(false);
  const [open, setOpen] = useChapter(report);
  const client = useQueryClient();
  const isFrozen = useContext(FrozenContext) !== undefined;
  const prepareAll = () =>
    Promise.allSettled([
      loadChapters(),
      ReportEnding.load(),
      ProposalsPanel.load(),
      ExpertPanel.load(),
      ...(isFrozen ? [] : fetchTaskContext(client, report)),
    ]);
  const [printing, print] = usePrint(prepareAll);
  const whole = presenting || printing;
  const controls = (
    <div className="flex flex-wrap items-center gap-2">
      {select}
      <Choice label="Level of measurement" value={level} options={levelOptions} onChange={(chosen) => void setView({ level: chosen })} />
      {judges.length > 1 && judge !== null && (
        <Select
          aria-label="Judge"
          className="w-auto max-w-64"
          value={judge}
          onValueChange={(name) => void setView({ judge: name })}
          options={judges.map((rater) => {
            const description = raterDetail(rater);
            return { value: rater.name, label: rater.name, ...(description !== null && { description }) };
          })}
        />
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {freeze?.(level)}
        {compare && (
          <Button asChild variant="quiet">
            <Link href={`/projects/${compare.projectId}/report/compare?${comparedParameters(parameters, report.taskId)}`}>
              <Columns2 aria-hidden />
              Compare
            </Link>
          </Button>
        )}
        <Button asChild variant="quiet">
          <a href={download} download={`${report.task} report.json`}>
            <Download aria-hidden />
            Download JSON
          </a>
        </Button>
        <Button variant="quiet" onClick={() => void prepareAll().then(() => setPresenting(true))}>
          <Presentation aria-hidden />
          Present
        </Button>
        <Button variant="quiet" onClick={print}>
          <Printer aria-hidden />
          Print
        </Button>
      </div>
      {age}
      {filterBar !== undefined && <div className="basis-full">{filterBar}</div>}
    </div>
  );
  const provenance = provenanceOf(report, { level, computedAt: report.computed.at, dataVersion, software });
  return (
    <ProvenanceContext value={provenance}>
      <Projector on={presenting} onEnd={() => setPresenting(false)}>
        <FigureChapter value={whole ? null : open}>
          <TaskReportView
            {...{ report, level, judge, controls, excludedSwitch }}
            open={whole ? "all" : open}
            valuesFor={report.computed.valuesFor ?? null}
            navigation={!presenting && <ChapterNav report={report} open={open} onOpen={setOpen} />}
            endings={{
              criteria: (
                <>
                  <ExpertPanel report={report} />
                  <ProposalsPanel report={report} />
                </>
              ),
              methods: <ReportEnding report={report} level={level} frozen={whole ? null : frozen} />,
            }}
          />
        </FigureChapter>
      </Projector>
    </ProvenanceContext>
  );
}

function NothingYet({ projectId, task, select }: { projectId: string; task: TaskSummary; select: ReactNode }) {
  return (
    <>
      <PageHeader title="Report" actions={select} />
      <EmptyState
        title="Nothing has been scored in this task yet"
        action={
          <>
            <Button asChild variant="primary">
              <a href={`/projects/${projectId}/annotate?task=${task.id}`}>Annotate</a>
            </Button>
            <Button asChild>
              <a href={`/projects/${projectId}/samples/import?task=${task.id}`}>Import ratings</a>
            </Button>
          </>
        }
      >
        The report appears with the first submitted sample, or with ratings imported from a file.
      </EmptyState>
    </>
  );
}
