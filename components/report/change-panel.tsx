import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { prepareStackedBars, type SegmentInterval } from "../charts/prepare-stacked-bars";
import { StackedBars, segmentLooks } from "../charts/stacked-bars";
import { plainCriterionName } from "../words/criterion-name";
import { intervalOrWhy } from "../words/why";
import { draftedArms, saidOfDrafted } from "./basis";
import { changeTable } from "./judge-tables";
import { ReportPanel } from "./report-panel";

const keys = ["down", "same", "up"] as const;
const keysOfLabels = ["same", "changed"] as const;
const styles = {
  down: { label: "lower", className: "bg-removed" },
  same: { label: "the same", className: segmentLooks.plain },
  up: { label: "higher", className: "bg-inserted" },
};
/** One label is not above another. */
const stylesOfLabels = { same: styles.same, changed: { label: "another label", className: "bg-accent" } };
/** For a preference neither side is higher or wrong, so the tones are neutral. */
const stylesOfPairs = {
  down: { label: "closer to B", className: "bg-accent" },
  same: styles.same,
  up: { label: "closer to A", className: "bg-soft" },
};

/** People's scores relative to the drafts that they saw: lower, the same or higher; for pairs, which side. */
export function ChangePanel({ report, judge }: { report: TaskReport; judge: string }) {
  const change = report.scores.change[judge] ?? {};
  const shares = report.scores.changeShares?.[judge] ?? {};
  const isSeen = Object.values(change).some(({ same, changed }) => same + changed > 0);
  const criteria = isSeen ? report.criteria : [];
  const counted = criteria.flatMap(({ name, labels }) => {
    const found = change[name];
    return found ? [{ name, labels, ...found }] : [];
  });
  const ofNumbers = counted.flatMap(({ name, labels, up, down, same }) =>
    labels === null ? [rowOf(name, { up: up ?? 0, down: down ?? 0, same }, shares[name])] : [],
  );
  const ofLabels = counted.flatMap(({ name, labels, same, changed }) => (labels ? [rowOf(name, { same, changed }, shares[name])] : []));
  const rows = prepareStackedBars(ofNumbers, keys);
  const rowsOfLabels = prepareStackedBars(ofLabels, keysOfLabels);
  const ways = report.kind === "pairwise" ? stylesOfPairs : styles;
  const unitsOf = (row: string, key: "up" | "down" | "same" | "changed") => {
    const criterion = report.criteria.find(({ name }) => plainCriterionName(name) === row);
    return criterion && figureUnits.changed(criterion.name, judge, key);
  };
  const what = report.kind === "pairwise" ? "verdict" : "score";
  const title = `Which way ${what}s were changed`;
  const about = `Each ${what} given with a draft of ${judge} in view, compared with this draft`;
  const words = { down: ways.down.label, same: ways.same.label, up: ways.up.label };
  return (
    <ReportPanel
      title={title}
      description={about}
      basis={saidOfDrafted(report)}
      drawn={[
        changeTable(title, about, ofNumbers, words),
        changeTable(`${title}: labels`, about, ofLabels, { same: styles.same.label, changed: stylesOfLabels.changed.label }),
      ].flatMap((table) => (table.rows.length > 0 ? [{ ...table, arms: draftedArms(report) }] : []))}
    >
      {rows.length + rowsOfLabels.length === 0 && (
        <p className="text-small text-soft">Nobody has scored a unit with a draft of {judge} in view.</p>
      )}
      {rows.length > 0 && <StackedBars rows={rows} styles={ways} counted="rating" nothing="No rating to compare." unitsOf={unitsOf} />}
      {rowsOfLabels.length > 0 && (
        <div className={rows.length > 0 ? "mt-5" : ""}>
          <StackedBars rows={rowsOfLabels} styles={stylesOfLabels} counted="rating" nothing="No rating to compare." unitsOf={unitsOf} />
        </div>
      )}
    </ReportPanel>
  );
}

type Shares = NonNullable<TaskReport["scores"]["changeShares"]>[string][string];

/** Counts with the intervals of their shares, which older reports do not have. */
function rowOf<Way extends keyof Shares>(criterion: string, counts: Record<Way, number>, shares: Shares | undefined) {
  const ways = Object.keys(counts) as Way[];
  const intervals =
    shares && (Object.fromEntries(ways.map((way) => [way, intervalOrWhy(shares[way] ?? {})])) as Record<Way, SegmentInterval>);
  return { name: plainCriterionName(criterion), counts, shares, ...(intervals && { intervals }) };
}
