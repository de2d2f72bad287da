import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, PairsReport, TaskReport } from "@/lib/domain/report";
import { basisOfAll, basisSaid } from "@/lib/domain/report-basis";
import { FigureLink } from "../charts/figure-link";
import { count } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { whySentence } from "../words/why";
import { armsOf, linksAmong, narrowedTo, saidOfBoth } from "./basis";
import { decisiveOf, verdictsOf } from "./decisive";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import { peopleColumns, peopleTable, subsetTables, togetherTable } from "./pair-tables";
import { PeopleTogether } from "./people-together";
import { RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";
import { SubsetTable } from "./subset-table";

const everyTwo = "every two verdicts on a pair";

/** How often judges agree with the majority of annotators, beside how often annotators agree with each other. */
export function PairPeoplePanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const title = "Does the judge prefer what people prefer?";
  const judges = report.raters.flatMap((rater) => {
    const found = pairs.agreementWithAnnotators[rater.name];
    return found ? [{ rater, found }] : [];
  });
  const basis = basisSaid(report, judges[0]?.found.basis);
  const decisive = decisiveOf(report);
  if (basis === basisOfAll(report) && judges.every(({ found }) => found.share.n === 0) && pairs.betweenAnnotators.n === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          {decisive === undefined
            ? whySentence("no-overall-criterion")
            : "No pair has both people's verdicts and a judge's. Once people have judged pairs that a judge has drafted, they are compared here."}
        </p>
      </ReportPanel>
    );
  }
  const { betweenAnnotators } = pairs;
  const notes = notesOf([
    ...judges.flatMap(({ found }) => [
      found.share,
      found.twoByTwo.judgeAnnotator,
      found.twoByTwo.annotatorAnnotator,
      found.kappa,
      ...Object.values(found.perSubset),
    ]),
    betweenAnnotators,
    pairs.kappaBetweenAnnotators,
    ...pairs.annotatorsTwoByTwo.flatMap(({ share, kappa }) => [share, kappa]),
  ]);
  const plot = prepareIntervalPlot([...judges.map(({ found }) => found.share), { value: null }], []);
  const linkTo = linksAmong(narrowedTo(report, basis));
  const arms = armsOf(report, basis);
  const withMost = (judge: string, { n }: Figure) => linkTo(verdictsOf(report, judge), n);
  // Those that the judge and at least two people have judged; the shares count every two verdicts on one.
  const together = (judge: string, { n }: Figure) => ({
    ...linkTo(decisive === undefined ? undefined : { ...figureUnits.judged(decisive, judge), ratings: "2" }, n),
    figure: "verdicts two by two",
    n: null,
    counts: everyTwo,
  });
  const perSubset = judges.map(({ rater, found }) => ({
    name: rater.name,
    perSubset: found.perSubset,
    linkOf: (subset: string) => {
      const units = verdictsOf(report, rater.name);
      return {
        ...linkTo(units && { ...units, subset }, found.perSubset[subset]?.n ?? 0),
        figure: `${rater.name} as most annotators`,
      };
    },
  }));
  return (
    <ReportPanel
      title={title}
      description="Share of pairs on which the verdict is that of most annotators, and Cohen's kappa with them"
      basis={saidOfBoth(report, basis)}
      tables={[
        peopleTable(judges, betweenAnnotators, arms),
        ...subsetTables("Agreement with people by subset", "majority-share", pairs.subsets, perSubset).map((table) => ({ ...table, arms })),
        ...(pairs.annotatorsTwoByTwo.length === 0 ? [] : [togetherTable(pairs)]),
      ]}
    >
      <RaterTable
        label="Agreement with people"
        first="Rater"
        columns={peopleColumns}
        plot={{ head: "Same verdict", plot }}
        rows={[
          ...judges.map(({ rater, found }) => ({
            name: rater.name,
            rater,
            plotted: withMost(rater.name, found.share).units,
            cells: [
              <ShareValue
                key="share"
                figure={found.share}
                notes={notes}
                strong
                link={{ ...withMost(rater.name, found.share), figure: "as most annotators" }}
              />,
              <ShareValue
                key="judge"
                figure={found.twoByTwo.judgeAnnotator}
                notes={notes}
                link={together(rater.name, found.twoByTwo.judgeAnnotator)}
              />,
              <ShareValue
                key="people"
                figure={found.twoByTwo.annotatorAnnotator}
                notes={notes}
                link={together(rater.name, found.twoByTwo.annotatorAnnotator)}
              />,
              <FigureLink
                key="kappa"
                {...(found.kappa.value === null ? linkTo(undefined, 0) : withMost(rater.name, found.kappa))}
                figure="kappa with most annotators"
              >
                <FigureValue figure={found.kappa} notes={notes} />
              </FigureLink>,
              <FigureLink
                key="split"
                {...linkTo(
                  decisive === undefined ? undefined : { ...figureUnits.spread(decisive, "split"), judge: rater.name },
                  found.withoutMajority,
                )}
                figure="pairs on which people are split"
              >
                {count(found.withoutMajority)}
              </FigureLink>,
            ],
          })),
          {
            name: "annotators, on all pairs",
            units: decisive === undefined || betweenAnnotators.value === null ? undefined : figureUnits.people(decisive),
            cells: ["–", "–", <ShareValue key="people" figure={betweenAnnotators} notes={notes} />, "–", "–"],
          },
        ]}
      />
      <SubsetTable
        label="Agreement with people by subset"
        subsets={pairs.subsets}
        raters={perSubset}
        figure="majority-share"
        notes={notes}
      />
      <PeopleTogether report={report} pairs={pairs} notes={notes} />
      <p className="mt-3 text-label text-soft">
        Pairs on which people are split have no majority and are left out of the first figure and of kappa. "As each person" and "people as
        each other" use the same pairs, those that the judge and at least two people have judged, so the two can be compared; n counts every
        two verdicts on a pair. The kappa of all annotators is Fleiss', that of two people Cohen's.
      </p>
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}
