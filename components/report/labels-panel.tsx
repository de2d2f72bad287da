import type { FigureName } from "@/lib/domain/explanations";
import { figureUnits } from "@/lib/domain/figure-units";
import type { LabelFigures, TaskReport } from "@/lib/domain/report";
import { basisSaid } from "@/lib/domain/report-basis";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { whySentence } from "../words/why";
import { armsOf, type LinkTo, linksAmong, narrowedTo, saidOfBoth } from "./basis";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import type { Notes } from "./notes";
import { labelTables } from "./people-tables";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";

type WithJudge = LabelFigures["withJudge"][string] & { judge: string };

/** What a judge's labels are compared with, under its name; empty without the judge. */
const judgedBy = ({ withJudge }: LabelFigures, judge: string | null): WithJudge[] =>
  Object.entries(withJudge).flatMap(([name, own]) => (name === judge ? [{ ...own, judge: name }] : []));

/** Criteria with labels in place of numbers: how often raters give the same one, which labels are reliable, and which are confused. */
export function LabelsPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  // The same on all criteria.
  const [own] = Object.values(report.labels).flatMap((figures) => judgedBy(figures, judge));
  const judged = basisSaid(report, own?.basis);
  const linkTo = linksAmong(narrowedTo(report, judged));
  const arms = armsOf(report, judged);
  const tables = report.criteria.flatMap(({ name }) => {
    const figures = report.labels[name];
    return figures === undefined ? [] : labelTables({ name, figures, judge, scores: report.scores.perCriterion[name] ?? {}, arms });
  });
  return (
    <ReportPanel
      title="Labels"
      description="Criteria without an order: the same label or another, and nothing in between"
      basis={saidOfBoth(report, judged)}
      tables={tables}
    >
      <div className="flex flex-col gap-8">
        {report.criteria.flatMap(({ name }) => {
          const figures = report.labels[name];
          return figures === undefined ? [] : [<Criterion key={name} {...{ report, name, figures, judge, linkTo }} />];
        })}
      </div>
    </ReportPanel>
  );
}

interface CriterionProps {
  report: TaskReport;
  name: string;
  figures: LabelFigures;
  judge: string | null;
  /** Links to what the judge is compared with. */
  linkTo: LinkTo;
}

function Criterion({ report, name, figures, judge, linkTo }: CriterionProps) {
  const { annotators } = figures;
  const [withJudge] = judgedBy(figures, judge);
  const notes = notesOf([
    annotators.rawAgreement,
    annotators.kappa,
    withJudge?.rawAgreement,
    withJudge?.kappa,
    ...figures.labels.map((label) => annotators.perLabel[label]),
  ]);
  return (
    <section aria-label={plainCriterionName(name)}>
      <h3 className="mb-3 text-small font-medium text-ink">{plainCriterionName(name)}</h3>
      <dl className="mb-4 grid grid-cols-2 gap-x-6 gap-y-3 text-body sm:grid-cols-4">
        <Said label="people give the same label" figure="equal-share">
          <ShareValue
            figure={annotators.rawAgreement}
            notes={notes}
            strong
            link={{ units: figureUnits.pairable(name), figure: "people give the same label" }}
          />
        </Said>
        <Said label="kappa between people" figure="fleiss-kappa">
          <FigureLink units={annotators.kappa.value === null ? undefined : figureUnits.people(name)} n={null} figure="kappa between people">
            <FigureValue figure={annotators.kappa} notes={notes} />
          </FigureLink>
        </Said>
        {withJudge && (
          <>
            <Said label={`${withJudge.judge} as most people`} figure="majority-share">
              <ShareValue
                figure={withJudge.rawAgreement}
                notes={notes}
                strong
                link={{
                  ...linkTo(figureUnits.confused(name, withJudge.judge), withJudge.rawAgreement.n),
                  figure: `${withJudge.judge} as most people`,
                }}
              />
            </Said>
            <Said label={`kappa of ${withJudge.judge} with most people`} figure="cohen-kappa">
              <FigureLink
                {...linkTo(
                  withJudge.kappa.value === null ? undefined : figureUnits.confused(name, withJudge.judge),
                  withJudge.rawAgreement.n,
                )}
                figure={`kappa of ${withJudge.judge} with most people`}
              >
                <FigureValue figure={withJudge.kappa} notes={notes} />
              </FigureLink>
            </Said>
          </>
        )}
      </dl>
      <LabelTable
        name={name}
        scores={report.scores.perCriterion[name] ?? {}}
        figures={figures}
        judge={withJudge?.judge ?? null}
        notes={notes}
      />
      <Confusion name={name} figures={figures} withJudge={withJudge} linkTo={linkTo} />
      {withJudge && <Alternative {...withJudge} />}
      <NoteList notes={notes} className="mt-3" />
    </section>
  );
}

function Said({ label, figure, children }: { label: string; figure: FigureName; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label wrap-anywhere text-soft">
        <Explained figure={figure}>{label}</Explained>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const head = "py-2 pl-4 text-right text-label font-medium text-soft first:pl-0 first:text-left";
const cell = "py-1.5 pl-4 text-right align-top tabular-nums";

interface LabelTableProps {
  name: string;
  scores: TaskReport["scores"]["perCriterion"][string];
  figures: LabelFigures;
  judge: string | null;
  notes: Notes;
}

/** How often each label was given, and whether people tell it from the others. */
function LabelTable({ name: criterion, scores, figures, judge, notes }: LabelTableProps) {
  const raters = [{ key: "annotators", name: "people" }, ...(judge === null ? [] : [{ key: judge, name: judge }])];
  // A label may be called "constructor".
  const given = (rater: string, label: string) => {
    const { n = 0, histogram = {} } = scores[rater] ?? {};
    const number = Object.hasOwn(histogram, label) ? (histogram[label] ?? 0) : 0;
    return { number, words: n === 0 ? "–" : `${count(number)} (${percent(number / n)})` };
  };
  return (
    <section className="relative overflow-x-auto" aria-label="How often each label was given" tabIndex={0}>
      <table className="w-full text-body">
        <caption className="sr-only">How often each label was given</caption>
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={head}>
              Label
            </th>
            {raters.map(({ key, name }) => (
              <th key={key} scope="col" className={head}>
                <Explained figure="label-share">{name}</Explained>
              </th>
            ))}
            <th scope="col" className={head}>
              <Explained figure="alpha-of-label">alpha, this label or another</Explained>
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.labels.map((label) => (
            <tr key={label} className="border-line border-t first:border-t-0">
              <th scope="row" className="max-w-72 min-w-24 py-1.5 pr-2 text-left align-top font-normal wrap-anywhere">
                {label}
              </th>
              {raters.map(({ key }) => (
                <td key={key} className={cell}>
                  <FigureLink
                    units={figureUnits.given(
                      criterion,
                      key === "annotators" ? { kind: "people" } : { kind: "judge", name: key },
                      figures.labels.indexOf(label),
                    )}
                    n={given(key, label).number}
                    figure={label}
                  >
                    {given(key, label).words}
                  </FigureLink>
                </td>
              ))}
              <td className={cell}>
                <FigureLink
                  units={figures.annotators.perLabel[label]?.value == null ? undefined : figureUnits.people(criterion)}
                  n={null}
                  figure={`alpha of ${label}`}
                >
                  <FigureValue figure={figures.annotators.perLabel[label]} notes={notes} />
                </FigureLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ConfusionProps {
  name: string;
  figures: LabelFigures;
  withJudge: WithJudge | undefined;
  linkTo: LinkTo;
}

/** Which labels are given where others are: the judge's against most people's, else people's among themselves. */
function Confusion({ name, figures, withJudge, linkTo }: ConfusionProps) {
  const { labels } = figures;
  const table = withJudge?.confusion ?? figures.annotators.confusion;
  if (!table.some((row) => row.some((number) => number > 0))) return null;
  const [rows, columns] = withJudge ? ["most people", withJudge.judge] : ["one person", "another"];
  return (
    <>
      {/* A wide table scrolls by itself, with the keyboard too. */}
      <section className="relative mt-4 overflow-x-auto" aria-label={`Labels of ${columns} by those of ${rows}`} tabIndex={0}>
        <table className="text-body">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className={head}>
                <Explained figure="confusion">
                  {rows} ↓ {columns} →
                </Explained>
              </th>
              {labels.map((label) => (
                <th key={label} scope="col" className={`${head} max-w-40 align-bottom wrap-anywhere`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, row) => (
              <tr key={label} className="border-line border-t first:border-t-0">
                <th scope="row" className="max-w-60 min-w-24 py-1.5 pr-2 text-left font-normal wrap-anywhere">
                  {label}
                </th>
                {labels.map((other, column) => (
                  <td key={other} className={`${cell} ${row === column ? "bg-sunken font-medium" : ""} pr-2`}>
                    <FigureLink
                      {...linkTo(
                        withJudge && figureUnits.confused(name, withJudge.judge, { most: row, judge: column }),
                        table[row]?.[column] ?? 0,
                      )}
                      figure={`${label} taken for ${other}`}
                    >
                      {count(table[row]?.[column] ?? 0)}
                    </FigureLink>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-1 text-label text-soft">
        {withJudge ? "Units by label." : "Every two ratings of a unit, in both directions."}
        {withJudge && withJudge.withoutMajority > 0 && (
          <>
            {" "}
            <FigureLink
              {...linkTo({ ...figureUnits.spread(name, "split"), judge: withJudge.judge }, withJudge.withoutMajority)}
              figure="units on which people are split"
            >
              {figuresOf(withJudge.withoutMajority, "unit")} on which people are split
            </FigureLink>{" "}
            {withJudge.withoutMajority === 1 ? "is" : "are"} left out.
          </>
        )}
      </p>
    </>
  );
}

function Alternative({ altTest, judge }: WithJudge) {
  const { winningRate, advantageProbability, passed, eligible, epsilon, why } = altTest;
  return (
    <p className="mt-3 max-w-[80ch] text-small text-soft">
      <Explained figure="winning-rate">Alternative-annotator test</Explained>, with accuracy as the score, on ratings made without a draft:{" "}
      {winningRate === null || advantageProbability === null
        ? `not defined. ${whySentence(why)}`
        : `${judge} ${passed ? "passes" : "does not pass"}. It may replace ${percent(winningRate)} of ${figuresOf(eligible, "annotator")} (half is needed; epsilon ${epsilon}), and is at least as close to the others as a person on ${percent(advantageProbability)} of units.`}
    </p>
  );
}
