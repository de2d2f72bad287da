import type { TaskReport } from "@/lib/domain/report";
import { count, figuresOf } from "../charts/format";
import { oddityTable } from "./people-tables";
import { ReportPanel } from "./report-panel";

/** Warnings beyond this number are collapsed. */
const shownAtFirst = 4;

/** Oddities in the data, kept unchanged, the most frequent first. */
export function WarningsPanel({ warnings }: { warnings: TaskReport["warnings"] }) {
  if (warnings.length === 0) return null;
  const sorted = [...warnings].sort((a, b) => b.count - a.count);
  const rest = sorted.slice(shownAtFirst);
  return (
    <ReportPanel
      title="Oddities in the data"
      description="Kept unchanged; nothing was silently repaired or left out"
      tables={[oddityTable(sorted)]}
    >
      <List warnings={sorted.slice(0, shownAtFirst)} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit py-2 text-small text-soft hover:text-ink">{figuresOf(rest.length, "more kind", "more kinds")}</summary>
          <List warnings={rest} />
        </details>
      )}
    </ReportPanel>
  );
}

function List({ warnings }: { warnings: TaskReport["warnings"] }) {
  return (
    <ul className="flex flex-col divide-y text-small">
      {warnings.map((warning) => (
        <li key={`${warning.code} ${warning.message}`} className="flex gap-4 py-2">
          <span className="w-14 shrink-0 text-right text-ink">{count(warning.count)}</span>
          <span className="min-w-0 max-w-[100ch] wrap-anywhere text-soft">{warning.message}</span>
        </li>
      ))}
    </ul>
  );
}
