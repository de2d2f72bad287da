import { figureUnits } from "@/lib/domain/figure-units";
import { groupedBy } from "@/lib/domain/grouped-by";
import type { OutputFormat } from "@/lib/domain/output-format";
import type { Figure, TaskReport } from "@/lib/domain/report";
import type { JudgeBias, Subgroup } from "@/lib/domain/report-bias";
import { shownSign } from "@/lib/domain/shown-difference";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { count, figuresOf, pText, shortened, signed } from "../charts/format";
import { IntervalPlot } from "../charts/interval-plot";
import { prepareDifferencePlot } from "../charts/prepare-interval-plot";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { FigurePanel } from "./figure-panel";
import { type CellLink, type FigureTableProps, valueCell } from "./figure-table";

/** Where the judge errs systematically: with length, on its own model's outputs, in groups of samples, and across criteria. */
export function BiasPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const bias = report.chapters.bias[judge];
  if (bias === undefined) return null;
  const criteria = report.criteria.flatMap(({ name }) => {
    const own = bias.perCriterion[name];
    return own ? [{ name, own }] : [];
  });
  const judged = (criterion: string, of?: UnitQuery) => among(chapterBasis(report), { ...figureUnits.judged(criterion, judge), ...of });
  const inGroup = (criterion: string, group: Subgroup): CellLink =>
    among(chapterBasis(report), figureUnits.inGroup(criterion, judge, group));
  const groups = criteria.flatMap(({ name, own }) => own.subgroups.map((group) => ({ name, group })));
  return (
    <>
      <FigurePanel
        title="Does length or origin sway the judge?"
        description={`${judge} minus people’s mean, in points`}
        basis={saidOfChapters(report)}
        table={{
          arms: armsOfChapters(report),
          label: "Length and own outputs",
          first: "Criterion",
          columns: [
            { head: "for twice the length", format: signed, explained: "verbosity" },
            { head: "score and length at equal human scores", format: signed, explained: "length-partial" },
            { head: "own model’s outputs, less others", format: signed, explained: "self-preference", n: "units with its own outputs" },
            { head: "equal opportunity, own less others", format: signed, explained: "equal-opportunity", n: "pairs of outputs" },
          ],
          rows: criteria.map(({ name, own }) => ({
            name,
            label: plainCriterionName(name),
            units: judged(name).units,
            cells: [
              { figure: own.perDoubling, n: true, link: judged(name) },
              { figure: own.partial },
              { figure: own.ownModel, n: true, link: judged(name, { own: "true" }) },
              { figure: own.opportunity, n: true, link: { ...judged(name, { outputs: "2" }), n: null } },
            ],
          })),
          n: "units",
        }}
        remark="A better model may deserve better scores: its own outputs are measured against what people give them, and equal opportunity asks how often the judge follows people where they prefer its own, and where they prefer the other."
      />
      <EqualLengthPanel report={report} judge={judge} criteria={criteria} />
      <FormatPanel report={report} judge={judge} criteria={criteria} />
      <HaloPanel report={report} judge={judge} halo={bias.halo} />
      <FigurePanel
        title="Is the judge kinder to some groups?"
        description={`${judge} minus people in a group, less the same in all others`}
        basis={saidOfChapters(report)}
        table={{
          arms: armsOfChapters(report),
          label: "Groups of samples",
          first: "Group",
          columns: [
            { head: "difference", format: signed, explained: "group-difference" },
            { head: "tau-b in the group", explained: "kendall-tau-b" },
            ...testColumns,
          ],
          rows: groups.map(({ name, group }) => {
            const link = inGroup(name, group);
            return {
              name: `${name} ${group.column === undefined ? group.by : `“${group.column}”`} ${groupName(group)}`,
              label: `${plainCriterionName(name)}: ${sharedWords(group)} ${groupName(group)}`,
              units: link.units,
              cells: [
                { figure: group.difference, n: true, link },
                { figure: group.tauB },
                ...testCells(group.difference, group.p, group.q),
              ],
            };
          }),
          plot: plotColumn(prepareDifferencePlot(groups.map(({ group }) => group.difference))),
          n: "units in the group",
        }}
        remark={`${correction(groups.map(({ group }) => group))}; p and q are of the difference, tau-b is not tested. Several groups of fewer than 20 units are taken together.${leftOut(bias.columnsLeftOut)}`}
      />
    </>
  );
}

/** What a group shares. A column may be called like what else makes groups. */
function sharedWords({ by, column }: Subgroup): string {
  if (column === undefined) return by;
  return groupedBy.some((other) => other === column) ? `column ${column}` : shortened(column, 40);
}

/** A value called as small groups together are is quoted. */
const groupName = ({ group, isValue }: Subgroup): string => (isValue ? `“${group}”` : group);

/** Which columns of the import make no groups though they could. */
function leftOut(columns: readonly string[] = []): string {
  if (columns.length === 0) return "";
  const named = columns.slice(0, 3).map((column) => `“${shortened(column, 40)}”`);
  const more = columns.length > 3 ? [`${count(columns.length - 3)} more`] : [];
  return ` Of the import’s columns the first eight by name make groups; left out: ${new Intl.ListFormat("en").format([...named, ...more])}.`;
}

const formatWords: Record<OutputFormat, string> = {
  headings: "headings",
  bold: "bold",
  code: "code blocks",
  list: "lists",
  refusal: "refusals",
  "other-script": "not in Latin script",
};

interface PanelProps {
  report: TaskReport;
  judge: string;
  criteria: readonly { name: string; own: JudgeBias["perCriterion"][string] }[];
}

/** Whether the judge would rank systems otherwise, were their outputs equally long. */
function EqualLengthPanel({ report, judge, criteria }: PanelProps) {
  const found = criteria.flatMap(({ name, own }) => (own.systems ?? []).map((one) => ({ name, ...one })));
  return (
    <FigurePanel
      title="How would systems rank at equal length?"
      description={`Mean scores by ${judge}, as they are and were all outputs equally long, beside people’s of the same units`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Systems at equal length",
        first: "System",
        columns: [
          { head: "people’s mean", explained: "mean-score" },
          { head: "judge’s mean", explained: "mean-score" },
          { head: "at equal length", explained: "equal-length-mean" },
        ],
        rows: found.map(({ name, system, people, judge: mean, atEqualLength }) => {
          const link = among(chapterBasis(report), figureUnits.ofSystem(name, judge, system));
          return {
            name: `${name} ${system}`,
            label: `${plainCriterionName(name)}: ${system}`,
            units: link.units,
            cells: [...[people, mean].map((value) => ({ value, of: atEqualLength.n })), { figure: atEqualLength, n: true, link }],
          };
        }),
        n: "units",
      }}
      remark="Equal: what twice the length brings among the outputs of one input is taken out, whether or not the longer one is better; people’s means are as they are."
    />
  );
}

/** Whether the form of outputs sways the judge. */
function FormatPanel({ report, judge, criteria }: PanelProps) {
  const found = criteria.flatMap(({ name, own }) => (own.formats ?? []).map((one) => ({ name, ...one })));
  return (
    <FigurePanel
      title="Does the form of outputs sway the judge?"
      description={`${judge} minus people on outputs of a form, less the same on all others`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Forms of outputs",
        first: "Form",
        columns: [{ head: "difference", format: signed, explained: "form-difference" }, ...testColumns],
        rows: found.map(({ name, format, difference, p, q }) => {
          const link = among(chapterBasis(report), { ...figureUnits.judged(name, judge), form: format });
          return {
            name: `${name} ${format}`,
            label: `${plainCriterionName(name)}: ${formatWords[format]}`,
            units: link.units,
            cells: [{ figure: difference, n: true, link }, ...testCells(difference, p, q)],
          };
        }),
        plot: plotColumn(prepareDifferencePlot(found.map(({ difference }) => difference))),
        n: "units of the form",
      }}
      remark={`Forms that at least 20 units have and 20 have not, recognised by rules from the first 2,000 characters, which mistake some. ${correction(found)}.`}
    />
  );
}

const testColumns: FigureTableProps["columns"] = [
  { head: "p", format: pText, explained: "group-p" },
  { head: "q", format: pText, explained: "group-q" },
  { head: "conclusion", explained: null },
];

const testCells = (difference: Figure, p: number | null, q: number | null): FigureTableProps["rows"][number]["cells"] => [
  ...[p, q].map((value) => valueCell(value, difference.why ?? difference.intervalWhy)),
  { text: conclusions[shownSign(difference, q) + 1] },
];

const plotColumn = (plot: ReturnType<typeof prepareDifferencePlot>): FigureTableProps["plot"] => ({
  head: "difference",
  axis: plot,
  drawn: (row) => plot.marks[row] && <IntervalPlot plot={plot} mark={plot.marks[row]} />,
});

/** Over how many tests q is corrected, and how many of them hold. */
function correction(tests: readonly { difference: Figure; q: number | null }[]): string {
  const tested = tests.filter(({ q }) => q !== null).length;
  if (tested === 0) return "No difference of this table is tested";
  const held = tests.filter(({ difference, q }) => shownSign(difference, q) !== 0).length;
  return `q is p after Benjamini and Hochberg’s correction over the ${figuresOf(tested, "test")} of this table, of which ${count(held)} ${held === 1 ? "holds" : "hold"}`;
}

/** By the sign of what is shown. */
const conclusions = ["stricter", "cannot tell yet", "kinder"];

/** Whether criteria go together more in the judge's scores than in people's. */
function HaloPanel({ report, judge, halo }: { report: TaskReport; judge: string; halo: JudgeBias["halo"] }) {
  // Its n counts pairs of criteria.
  const judged: CellLink = { ...among(chapterBasis(report), figureUnits.judgedAll(judge, "samples")), n: null };
  return (
    <FigurePanel
      title="Does the judge tell criteria apart?"
      description={`Spearman’s correlation of two criteria over samples, the mean of all pairs, in the scores of ${judge} and in people’s means`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Halo",
        first: "Criteria",
        columns: [
          { head: "judge", explained: "halo" },
          { head: "people", explained: "halo" },
          { head: "difference", format: signed, explained: "halo" },
        ],
        rows:
          halo.difference.value === null
            ? []
            : [
                {
                  name: "all pairs of criteria",
                  units: judged.units,
                  cells: [{ figure: halo.judge, n: true, link: judged }, { figure: halo.people }, { figure: halo.difference }],
                },
              ],
        n: "pairs of criteria",
      }}
      remark="Halo: a judge that is led by one overall impression scores criteria more alike than people do. The chapter Criteria has every pair."
    />
  );
}
