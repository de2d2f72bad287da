import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { plainCriterionName } from "../words/criterion-name";
import { among, chapterBasis } from "./basis";
import { FigurePanel } from "./figure-panel";
import type { CellLink } from "./figure-table";

/** Each way of evaluating beside people who saw no draft: judges alone, and people with a judge's draft. */
export function ProtocolsPanel({ report }: { report: TaskReport }) {
  const { protocols } = report.chapters.judges;
  if (protocols === null) return null;
  const { columns, betweenPeople } = protocols;
  const blind = (criterion: string) => among(chapterBasis(report), figureUnits.given(criterion, { kind: "people" })).units;
  /** The units of both sides of a column. Drafts of several runs of one judge have one list together. */
  const linkTo = (
    criterion: string,
    { kind, name, draftsOf }: { kind: "judge" | "with-draft"; name: string; draftsOf?: string | undefined },
  ): CellLink =>
    kind === "judge"
      ? among(chapterBasis(report), figureUnits.judged(criterion, name))
      : {
          ...among(chapterBasis(report), { ...figureUnits.rated(criterion), ...(draftsOf && { withDraft: draftsOf }) }),
          ...(columns.filter((column) => column.draftsOf === (draftsOf ?? "")).length !== 1 && { n: null }),
        };
  const criteria = report.criteria.filter(({ labels }) => labels === null);
  return (
    <>
      <FigurePanel
        title="Ways of evaluating, beside people without a draft"
        description="Pearson’s correlation of mean scores with the mean of people who saw no draft"
        table={{
          label: "Ways of evaluating",
          first: "Criterion",
          columns: columns.map(({ name }) => ({ head: name, explained: "pearson" })),
          rows: criteria.map(({ name }) => ({
            name,
            label: plainCriterionName(name),
            units: blind(name),
            cells: columns.map(({ perCriterion, ...column }) => ({ figure: perCriterion[name], n: true, link: linkTo(name, column) })),
          })),
          n: "units",
        }}
      />
      <FigurePanel
        title="Evaluators two by two"
        description="Mean of Pearson’s correlations of one evaluator and one person who saw no draft"
        table={{
          label: "Evaluators two by two",
          first: "Criterion",
          columns: [
            { head: "two people without a draft", explained: "pair-correlation" },
            ...columns.map(({ name }) => ({ head: `${name} and a person`, explained: "pair-correlation" as const })),
          ],
          rows: criteria.map(({ name }) => ({
            name,
            label: plainCriterionName(name),
            units: blind(name),
            cells: [
              { figure: betweenPeople[name], n: true, link: { units: blind(name), n: null } },
              ...columns.map(({ pairwise, ...column }) => ({
                figure: pairwise[name],
                n: true,
                link: { ...linkTo(name, column), n: null },
              })),
            ],
          })),
          n: "pairs of evaluators",
        }}
        remark="n counts pairs of evaluators; nobody is paired with themselves. Where people with a draft correlate with people without one as these do among themselves, nothing shows that the draft changed how they order the outputs; a shift of all scores would not show here."
      />
    </>
  );
}
