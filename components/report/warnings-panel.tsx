import Link from "next/link";
import type { TaskReport } from "@/lib/domain/report";
import { useFigurePlace } from "../charts/figure-link";
import { count, figuresOf } from "../charts/format";
import { saidOfWholeTask } from "./not-narrowed";
import { oddityTable } from "./people-tables";
import { ReportPanel } from "./report-panel";

/** Warnings beyond this number are collapsed. */
const shownAtFirst = 4;

/** Oddities in the data, kept unchanged, the most frequent first. */
export function WarningsPanel({ report }: { report: Pick<TaskReport, "warnings" | "filter"> }) {
  const { warnings } = report;
  if (warnings.length === 0) return null;
  const sorted = [...warnings].sort((a, b) => b.count - a.count);
  const rest = sorted.slice(shownAtFirst);
  const notes = saidOfWholeTask(report);
  return (
    <ReportPanel title="Oddities in the data" description={oddityTable([]).about} tables={[{ ...oddityTable(sorted), notes }]}>
      <List warnings={sorted.slice(0, shownAtFirst)} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit py-2 text-small text-soft hover:text-ink">{figuresOf(rest.length, "more kind", "more kinds")}</summary>
          <List warnings={rest} />
        </details>
      )}
      {notes.length > 0 && <p className="mt-3 text-label text-soft">{notes.join(" ")}</p>}
    </ReportPanel>
  );
}

type Warning = TaskReport["warnings"][number];

/** Where a person looks at what a warning names: a page of the task; null where there is none. */
function pageOf({ code, criteriaSet }: Warning): { page: string; words: string; more?: Record<string, string> } | null {
  if (criteriaSet !== undefined) return { page: "report", words: "Its report", more: { criteriaSet: String(criteriaSet) } };
  if (["newer-criteria-set", "mixed-scales", "labels-left-out"].includes(code)) return { page: "criteria", words: "Criteria" };
  if (code === "planted-left-out") return { page: "plan", words: "Plan" };
  return code === "panel-and-member" ? { page: "runs", words: "Runs" } : null;
}

function PageLink({ warning }: { warning: Warning }) {
  const place = useFigurePlace();
  const found = pageOf(warning);
  if (place === null || found === null) return null;
  const query = new URLSearchParams({ task: place.taskId, ...found.more });
  return (
    <>
      {" "}
      <Link className="text-accent underline underline-offset-3" href={`/projects/${place.projectId}/${found.page}?${query}`}>
        {found.words}
      </Link>
    </>
  );
}

function List({ warnings }: { warnings: TaskReport["warnings"] }) {
  return (
    <ul className="flex flex-col divide-y text-small">
      {warnings.map((warning) => (
        <li key={`${warning.code} ${warning.message}`} className="flex gap-4 py-2">
          <span className="w-14 shrink-0 text-right text-ink">{count(warning.count)}</span>
          <span className="min-w-0 max-w-[100ch] wrap-anywhere text-soft">
            {warning.message}
            <PageLink warning={warning} />
          </span>
        </li>
      ))}
    </ul>
  );
}
