import type { TaskReport } from "@/lib/domain/report";
import { prepareStackedBars } from "../charts/prepare-stacked-bars";
import { StackedBars } from "../charts/stacked-bars";
import { Panel } from "../ui/panel";
import { plainCriterionName } from "./criterion-name";

const keys = ["down", "same", "up"] as const;
const styles = {
  down: { label: "lower", className: "bg-removed text-on-removed" },
  same: { label: "the same", className: "bg-line text-ink" },
  up: { label: "higher", className: "bg-inserted text-card" },
};

/** Where people's scores lie beside the judge's: lower, the same, higher. */
export function ChangePanel({ report, judge, anchored }: { report: TaskReport; judge: string; anchored: boolean }) {
  const change = report.scores.change[judge] ?? {};
  const rows = prepareStackedBars(
    report.criteria.flatMap(({ name }) => (change[name] ? [{ name: plainCriterionName(name), counts: change[name] }] : [])),
    keys,
  );
  return (
    <Panel
      title={anchored ? "Which way scores were changed" : "Which way scores differ"}
      description={`Each annotator's rating beside ${judge}'s for the same unit`}
    >
      {rows.length === 0 ? (
        <p className="text-small text-soft">No unit has both a person's score and this judge's.</p>
      ) : (
        <StackedBars rows={rows} styles={styles} nothing="No rating to compare." />
      )}
    </Panel>
  );
}
