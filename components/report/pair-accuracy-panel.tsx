import { Fragment } from "react";
import { figureUnits, type LinkedRater } from "@/lib/domain/figure-units";
import type { PairsReport, ReportRater, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { whySentence } from "../words/why";
import { saidOfAll } from "./basis";
import { decisiveOf } from "./decisive";
import { notesOf } from "./figure-notes";
import { NoteList } from "./figure-value";
import { accuracyColumns, accuracyTable, subsetTables } from "./pair-tables";
import { RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";
import { SubsetTable } from "./subset-table";

/** The accuracy of a coin toss. */
const coin = 0.5;

/** Accuracy against the known better output, by rater and by subset. */
export function PairAccuracyPanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const title = "Who picks the better output?";
  if (pairs.gold.n === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          No pair has a known better output. If imported pairs have gold labels, every rater is compared with them here.
        </p>
      </ReportPanel>
    );
  }
  const rows = accuracyRows(report, pairs);
  if (rows.length === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          The better output is known of {figuresOf(pairs.gold.n, "pair")}
          {decisiveOf(report) === undefined
            ? `. ${whySentence("no-overall-criterion")}`
            : ", and nobody has given a verdict on any of them yet."}
        </p>
      </ReportPanel>
    );
  }
  const notes = notesOf(rows.flatMap(({ accuracy }) => [accuracy.overall, ...Object.values(accuracy.perSubset)]));
  const plot = prepareIntervalPlot(
    rows.map(({ accuracy }) => accuracy.overall),
    [coin],
  );
  const perSubset = rows.flatMap(({ kind, name, linked, accuracy }) =>
    kind === "annotator"
      ? []
      : [{ name, perSubset: accuracy.perSubset, linkOf: (subset: string) => accuracyLink(report, pairs, linked, { subset }) }],
  );
  return (
    <ReportPanel
      title={title}
      description={`Share of each rater’s pairs with a known better output (${count(pairs.gold.n)} in all) on which it is preferred; the dotted mark is a coin's`}
      basis={saidOfAll(report)}
      tables={[accuracyTable(rows, howCounted(pairs)), ...subsetTables("Accuracy by subset", "accuracy", pairs.subsets, perSubset)]}
    >
      <RaterTable
        label="Accuracy"
        first="Rater"
        columns={accuracyColumns}
        plot={{ head: "Share that is right", plot }}
        rows={rows.map(({ name, rater, linked, accuracy: { overall } }) => ({
          name,
          rater,
          plotted: accuracyLink(report, pairs, linked)?.units,
          cells: [
            <ShareValue key="right" figure={overall} notes={notes} strong link={accuracyLink(report, pairs, linked)} />,
            <Fragment key="ties">
              <FigureLink units={accuracyLink(report, pairs, linked, { tied: true })?.units} n={overall.ties} figure={`ties of ${name}`}>
                {count(overall.ties)}
              </FigureLink>
              <span className="block whitespace-nowrap text-label text-soft">{percent(overall.ties / overall.n)}</span>
            </Fragment>,
          ],
        }))}
      />
      <SubsetTable label="Accuracy by subset" subsets={pairs.subsets} raters={perSubset} figure="accuracy" notes={notes} />
      <p className="mt-3 text-label text-soft">{howCounted(pairs)}</p>
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}

/** Raters with a verdict on a pair whose better output is known: the annotators' majority, each annotator, then judges. */
function accuracyRows(report: TaskReport, pairs: PairsReport) {
  const raters = [
    { name: "most annotators", key: "annotators", kind: "majority" as const, rater: undefined, linked: { kind: "people" } as LinkedRater },
    ...report.raters.map((rater): { name: string; key: string; kind: "annotator" | "judge"; rater: ReportRater; linked: LinkedRater } => ({
      ...{ name: rater.name, key: rater.name, kind: rater.kind, rater },
      linked: { kind: rater.kind, name: rater.name },
    })),
  ];
  return raters.flatMap(({ key, ...row }) => {
    const accuracy = pairs.accuracy[key];
    return accuracy && accuracy.overall.n > 0 ? [{ ...row, accuracy }] : [];
  });
}

/** The pairs behind an accuracy, as a link; undefined where no criterion decides it. */
function accuracyLink(report: TaskReport, pairs: PairsReport, rater: LinkedRater, of: { subset?: string; tied?: boolean } = {}) {
  const decisive = decisiveOf(report);
  if (decisive === undefined) return undefined;
  const figure = `accuracy of ${rater.kind === "people" ? "most annotators" : rater.name}`;
  return { units: figureUnits.accuracy(decisive, rater, { ties: pairs.tieAllowed, ...of }), figure };
}

function howCounted({ gold, tieAllowed, inputsRepeat }: PairsReport): string {
  const ties = tieAllowed
    ? `A tie is wrong unless the known answer is one${gold.ties > 0 ? ` (as it is for ${count(gold.ties)})` : ""}.`
    : "A or B had to be chosen.";
  const left = gold.leftOut === 0 ? "" : ` ${figuresOf(gold.leftOut, "known tie")} left out: a tie could not be chosen.`;
  const how = inputsRepeat ? "Inputs repeat, so intervals are clustered by input." : "Wilson intervals of independent pairs.";
  return `${ties}${left} ${how}`;
}
