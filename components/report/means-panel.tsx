import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { PlanProgress } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOf, narrowedTo, saidOfChapters } from "./basis";
import { drawWords } from "./draw-words";
import { FigurePanel } from "./figure-panel";
import { type FigureColumn, type FigureRow, valueCell } from "./figure-table";
import { isNarrowed } from "./not-narrowed";
import { useTaskPlans } from "./task-context";

const means: FigureColumn[] = [
  { head: "judge’s mean", explained: "mean-score", n: "units that the judge scored" },
  { head: "people’s mean", explained: "mean-score" },
  { head: "sharpened mean", explained: "sharpened-mean", n: "units, with those that the judge alone scored" },
];
const work: FigureColumn[] = [
  { head: "weight of the judge", explained: "judge-weight" },
  { head: "labels that a label counts for", explained: "label-gain" },
  { head: "more labels to halve its interval", explained: "labels-to-halve", format: count },
  { head: "or more scores of the judge", explained: "scores-to-halve", format: count },
];

const mix: FigureColumn[] = [
  { head: "a label’s cost in scores", explained: "cheapest-mix", format: count },
  { head: "more labels", explained: "cheapest-mix", format: count },
  { head: "and more scores", explained: "cheapest-mix", format: count },
];

/** Mean scores of a judge, of people, and of people sharpened by the judge, and what more work would buy. Nothing where no criterion has a mean. */
export function MeansPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const rows = rowsOf(report, judge);
  return rows.length === 0 ? null : <Panel {...{ report, judge, rows }} />;
}

function Panel({ report, judge, rows }: { report: TaskReport; judge: string; rows: FigureRow[] }) {
  const { items, isPending, isError } = useTaskPlans(report.taskId);
  // Where no mean can be sharpened, more work would sharpen none.
  const isSharpened = report.criteria.some(({ name }) => report.chapters.verdict[name]?.sharpened[judge]?.value != null);
  const columns = isSharpened ? [...means, ...work] : means;
  const verdicts = report.criteria.flatMap(({ name }) => report.chapters.verdict[name] ?? []);
  const drawn = drawWords(verdicts, judge);
  const isUnknown = isPending || isError || verdicts.some(({ sharpened }) => sharpened[judge]?.why === "several-draws");
  const selection = drawn !== null ? [drawn] : isUnknown || !isSharpened ? [] : [selectionWords(items, report)];
  const description = isSharpened
    ? "Mean scores, and what would halve the interval of people’s mean as the judge sharpens it, all else as it is"
    : "Mean scores of the judge, of people, and of people as the judge sharpens them";
  return (
    <FigurePanel
      title="How sure are the mean scores?"
      description={description}
      about={`${description}; judge: ${judge}`}
      basis={undraftedOnly(report) ? saidOfChapters(report) : null}
      table={{
        ...{ label: "Mean scores", first: "Criterion", columns, n: "units" },
        rows: rows.map((row) => ({ ...row, cells: row.cells.slice(0, columns.length) })),
      }}
      remark={[
        ...(isSharpened
          ? [
              "A label is people’s mean score of a unit, made without a draft; more of them are taken first of samples that the judge has scored.",
            ]
          : []),
        ...selection,
      ].join(" ")}
    />
  );
}

/** Whether anybody rated without a draft. */
const undraftedOnly = (report: TaskReport) => armsOf(report, "without-draft") !== "";

function rowsOf(report: TaskReport, judge: string): FigureRow[] {
  const found = report.criteria.flatMap(({ name }) => {
    const [own, sharpened] = [report.chapters.next.means?.[name]?.[judge], report.chapters.verdict[name]?.sharpened[judge]];
    return own && sharpened ? [{ name, own, sharpened }] : [];
  });
  // Labels have no mean.
  if (found.every(({ own }) => own.halving.why === "labels")) return [];
  return found.map(({ name, own: { judge: mean, halving }, sharpened }) => {
    const link = among(narrowedTo(report, "without-draft"), figureUnits.judged(name, judge));
    const all = { units: figureUnits.given(name, { kind: "judge", name: judge }) };
    const { labels, judged } = halving;
    const why = halving.why === "no-variation" ? "no-interval" : halving.why;
    return {
      name,
      arms: armsOf(report, "without-draft"),
      label: plainCriterionName(name),
      units: sharpened.labelled > 0 ? link.units : all.units,
      cells: [
        { figure: mean, n: true, link: all },
        // Labels from elsewhere than the plan that drew are in the list too.
        { figure: sharpened.people, n: true, link: { ...link, ...(sharpened.draw && sharpened.draw.leftOut > 0 && { n: null }) } },
        // What a plan could not draw is left out.
        { figure: sharpened, n: true, link: sharpened.draw ? { ...all, n: null } : all },
        valueCell(sharpened.lambda, sharpened.why),
        valueCell(sharpened.gain, sharpened.why ?? (sharpened.intervalWhy === "too-few" ? "too-few" : "no-interval")),
        valueCell(labels, why),
        valueCell(judged, why ?? "out-of-reach"),
      ],
    };
  });
}

/** The least work that halves the interval of each sharpened mean, by what a label costs. Nothing where none can be halved. */
export function CheapestPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const rows = report.criteria.flatMap(({ name }) =>
    (report.chapters.next.means?.[name]?.[judge]?.halving.cheapest ?? []).map(({ cost, labels, judged }) => ({
      name: `${name} ${cost}`,
      label: plainCriterionName(name),
      units: among(narrowedTo(report, "without-draft"), figureUnits.judged(name, judge)).units,
      cells: [{ value: cost }, { value: labels }, { value: judged }],
    })),
  );
  const description = "More labels and more scores of the judge together, by what a label costs, in scores of the judge";
  return (
    <FigurePanel
      title="What halves the interval at the least cost?"
      description={description}
      about={`${description}; judge: ${judge}`}
      basis={saidOfChapters(report)}
      table={{ label: "Labels and scores together", first: "Criterion", columns: mix, rows }}
    />
  );
}

interface Plan {
  content: { seed: number };
  progress: PlanProgress | null;
}

/** By which rule people's samples were chosen, as far as study plans say it. */
export function selectionWords(plans: readonly Plan[], report: Pick<TaskReport, "filter">): string {
  const started = plans.flatMap(({ content, progress }) => (progress === null ? [] : [{ seed: content.seed, progress }]));
  const [newest] = started;
  if (newest === undefined) return "A sharpened mean assumes that chance chose which samples people rated: no study plan did.";
  const seeds = started.map(({ seed }) => seed).join(", ");
  const by = started.length === 1 ? `the study plan (seed ${seeds})` : `the study plans (seeds ${seeds})`;
  const chosen = `Chance chose people’s samples by ${by}, but for those given to a person by name`;
  const outside = newest.progress.outside.submitted;
  return outside === 0
    ? `${chosen}.`
    : `${chosen}; of ${figuresOf(outside, "rating")} that no plan asked for${isNarrowed(report) ? " in the whole task" : ""}, a sharpened mean assumes that chance did.`;
}
