import type { TaskReport } from "@/lib/domain/report";
import { plainCriterionName } from "../words/criterion-name";
import { FigurePanel } from "./figure-panel";

/** Each way of evaluating beside people who saw no draft: judges alone, and people with a judge's draft. */
export function ProtocolsPanel({ report }: { report: TaskReport }) {
  const { protocols } = report.chapters.judges;
  if (protocols === null) return null;
  const { columns, betweenPeople } = protocols;
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
            cells: columns.map(({ perCriterion }) => ({ figure: perCriterion[name], n: true })),
          })),
        }}
      />
      <FigurePanel
        title="Evaluators two by two"
        description="Mean of Pearson’s correlations of one evaluator and one person who saw no draft"
        table={{
          label: "Evaluators two by two",
          first: "Criterion",
          columns: ["two people without a draft", ...columns.map(({ name }) => `${name} and a person`)],
          rows: criteria.map(({ name }) => ({
            name,
            label: plainCriterionName(name),
            cells: [{ figure: betweenPeople[name], n: true }, ...columns.map(({ pairwise }) => ({ figure: pairwise[name], n: true }))],
          })),
        }}
        remark="n counts pairs of evaluators; nobody is paired with themselves. People with a draft who correlate with people without one as these do among themselves were not carried away by it on average."
      />
    </>
  );
}
