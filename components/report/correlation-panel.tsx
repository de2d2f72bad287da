import type { TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { whySentence } from "../words/why";
import { armsOfChapters, saidOfChapters } from "./basis";
import {
  type CoefficientCell,
  type CorrelationRow,
  type CorrelationSection,
  coefficientLabel,
  coefficients,
  correlationSections,
  emptyReason,
} from "./correlation-rows";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import { correlationColumns, correlationTable } from "./judge-tables";
import type { Notes } from "./notes";
import { ReportPanel } from "./report-panel";

/** Every correlation between the judge and people, grouped by what is compared. */
export function CorrelationPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const sections = correlationSections(report, judge);
  const notes = notesOf(sections.flatMap((section) => shownRows(section).flatMap(({ cells }) => coefficients.map((name) => cells[name]))));
  const title = "Does the judge order things as people do?";
  if (sections.length === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">{judge} and people have scored no unit in common.</p>
      </ReportPanel>
    );
  }
  return (
    <ReportPanel
      title={title}
      description={`Correlation of ${judge} with people`}
      basis={saidOfChapters(report)}
      tables={[{ ...correlationTable(sections, judge), arms: armsOfChapters(report) }]}
    >
      <section className="relative overflow-x-auto" aria-label="Correlations" tabIndex={0}>
        <table className="w-full min-w-[34rem] text-body">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="w-2/5 py-2 text-left text-label font-medium text-soft">
                Compared
              </th>
              {correlationColumns.map(({ head, figure }) => (
                <th key={head} scope="col" className="py-2 pl-4 text-right text-label font-medium text-soft">
                  <Explained figure={figure}>{head}</Explained>
                </th>
              ))}
              <th scope="col" className="py-2 pl-4 text-right text-label font-medium text-soft">
                n
              </th>
            </tr>
          </thead>
          {sections.map((section) => (
            <tbody key={section.title}>
              <tr className="border-line border-t">
                <th scope="rowgroup" colSpan={5} className="pt-4 pb-1 text-left font-normal">
                  {/* Stays in view, and within it, while the figures scroll. */}
                  <span className="sticky left-0 inline-block max-w-[calc(100vw-5rem)]">
                    <span className="block font-medium text-small text-ink">{section.title}</span>
                    <span className="block text-label text-soft">{section.explanation}</span>
                  </span>
                </th>
              </tr>
              {shownRows(section).length === 0 && (
                <tr>
                  <td colSpan={5} className="py-1.5 text-small text-soft">
                    Not defined here. {whySentence(emptyReason(section))}
                  </td>
                </tr>
              )}
              {shownRows(section).map((row) => (
                <Row key={row.label} row={row} notes={notes} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <NoteList notes={notes} className="mt-3" />
    </ReportPanel>
  );
}

/** If nothing in a section is defined for a single reason, says so once instead of in each row. */
const shownRows = (section: CorrelationSection): CorrelationRow[] => (emptyReason(section) === null ? section.rows : []);

function Row({ row, notes }: { row: CorrelationRow; notes: Notes }) {
  return (
    <tr>
      <th scope="row" className="max-w-64 py-1.5 pr-2 text-left align-top font-normal">
        <FigureLink units={row.link?.units} n={row.link?.n ?? null} figure="correlation of judge and people">
          {plainCriterionName(row.label)}
        </FigureLink>
      </th>
      {coefficients.map((name) => (
        <td key={name} className="py-1.5 pl-4 text-right align-top">
          <FigureLink
            units={row.cells[name].value === null ? undefined : row.link?.units}
            n={row.link?.n ?? null}
            figure={`${coefficientLabel[name]}, judge and people`}
          >
            <FigureValue figure={row.cells[name]} notes={notes} />
          </FigureLink>
        </td>
      ))}
      <td className="whitespace-nowrap py-1.5 pl-4 text-right align-top text-small text-soft tabular-nums">
        <FigureLink units={row.link?.units} n={row.link?.n ?? null} figure="correlation of judge and people">
          {numbers(row.cells)}
        </FigureLink>
      </td>
    </tr>
  );
}

/** One n if the coefficients share it, otherwise each coefficient's in order. */
function numbers(cells: CorrelationRow["cells"]): string {
  const shown = (n: CoefficientCell["n"]) => (typeof n === "number" ? count(n) : n);
  const all = coefficients.map((name) => shown(cells[name].n));
  return new Set(all).size === 1 ? (all[0] ?? "") : all.join(" / ");
}
