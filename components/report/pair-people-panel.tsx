import { figureUnits } from "@/lib/domain/figure-units";
import type { PairsReport, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { count } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { saidOfAll } from "./basis";
import { decisiveOf, verdictsOf } from "./decisive";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import { peopleColumns, peopleTable, subsetTables, togetherTable } from "./pair-tables";
import { PeopleTogether } from "./people-together";
import { RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";
import { SubsetTable } from "./subset-table";

/** How often judges agree with the majority of annotators, beside how often annotators agree with each other. */
export function PairPeoplePanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const title = "Does the judge prefer what people prefer?";
  const judges = report.raters.flatMap((rater) => {
    const found = pairs.agreementWithAnnotators[rater.name];
    return found ? [{ rater, found }] : [];
  });
  if (judges.every(({ found }) => found.share.n === 0) && pairs.betweenAnnotators.n === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          No pair has both people's verdicts and a judge's. Once people have judged pairs that a judge has drafted, they are compared here.
        </p>
      </ReportPanel>
    );
  }
  const { betweenAnnotators } = pairs;
  const decisive = decisiveOf(report);
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
  const perSubset = judges.map(({ rater, found }) => ({
    name: rater.name,
    perSubset: found.perSubset,
    linkOf: (subset: string) => {
      const units = verdictsOf(report, rater.name, "with-majority");
      return units && { units: { ...units, subset }, figure: `${rater.name} as most annotators` };
    },
  }));
  return (
    <ReportPanel
      title={title}
      description="Share of pairs on which the verdict is that of most annotators, and Cohen's kappa with them"
      basis={saidOfAll(report)}
      tables={[
        peopleTable(judges, betweenAnnotators),
        ...subsetTables("Agreement with people by subset", "majority-share", pairs.subsets, perSubset),
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
            plotted: found.share.n === 0 ? undefined : verdictsOf(report, rater.name, "with-majority"),
            cells: [
              <ShareValue key="share" figure={found.share} notes={notes} strong link={majorityLink(report, rater.name)} />,
              <ShareValue key="judge" figure={found.twoByTwo.judgeAnnotator} notes={notes} link={togetherLink(rater.name)} />,
              <ShareValue key="people" figure={found.twoByTwo.annotatorAnnotator} notes={notes} link={togetherLink(rater.name)} />,
              <FigureLink
                key="kappa"
                units={found.kappa.value === null ? undefined : verdictsOf(report, rater.name, "with-majority")}
                n={found.kappa.n}
                figure="kappa with most annotators"
              >
                <FigureValue figure={found.kappa} notes={notes} />
              </FigureLink>,
              <FigureLink
                key="split"
                units={splitOf(report, rater.name)}
                n={found.withoutMajority}
                figure="pairs on which people are split"
              >
                {count(found.withoutMajority)}
              </FigureLink>,
            ],
          })),
          {
            name: "annotators, on all pairs",
            units: decisive === undefined ? undefined : figureUnits.people(decisive),
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

/** The pairs on which a judge and most people have a verdict. */
function majorityLink(report: TaskReport, judge: string) {
  const units = verdictsOf(report, judge, "with-majority");
  return units && { units, figure: "as most annotators" };
}

/** Those that the judge and at least two people have judged; the shares count every two verdicts on one. */
const togetherLink = (judge: string) => ({ units: { judge, ratings: "2" }, figure: "verdicts two by two", n: null });

function splitOf(report: TaskReport, judge: string): UnitQuery | undefined {
  const criterion = decisiveOf(report);
  return criterion === undefined ? undefined : { ...figureUnits.spread(criterion, "split"), judge };
}
