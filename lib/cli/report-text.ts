import "server-only";
import type { Figure, PairsReport, TaskReport } from "@/lib/domain/report";
import {
  agreementOverCriteria,
  alphasOfPeople,
  basisOfAll,
  basisOfCriterion,
  basisOfJudge,
  basisOverCriteria,
  basisSaid,
  basisWords,
  biasOf,
  isMixedOverCriteria,
  type RatingBasis,
  tauBOf,
} from "@/lib/domain/report-basis";

/**
 * The first figures of a task's report for a terminal; `--json` has them all. They are those of the page's headline and its table: criterion by criterion,
 * from ratings made without a draft where there are any, and each says which ratings it is of.
 */
export function reportText(report: TaskReport): string {
  const { counts, criteria } = report;
  const lines = [
    `${report.task}: ${counts.samples} samples, ${counts.criteria} criteria, ${counts.annotators} annotators, ${counts.ratings} ratings (${report.arms.join(", ") || "no ratings yet"})`,
    ...criteria.flatMap(({ name, labels }) => {
      const level = labels === null ? "ordinal" : "nominal";
      const figure = alphasOfPeople(report, name)?.[level];
      return figure ? [alphaLine(level, figure, [name, said(basisOfCriterion(report, name))])] : [];
    }),
  ];
  const { ordinal } = agreementOverCriteria(report).meanOverCriteria.annotators;
  if (ordinal.totalCriteria > 1) {
    const mean = `mean over ${ordinal.definedCriteria} of ${ordinal.totalCriteria} criteria`;
    lines.push(alphaLine("ordinal", ordinal, [mean, said(basisOverCriteria(report))]));
  }
  lines.push(...linesOfExcluded(report), ...(report.pairs ? linesOfPairs(report, report.pairs) : linesOfJudges(report)));
  return lines.join("\n");
}

/** "without a draft"; nothing where nobody has rated. */
const said = (basis: RatingBasis | null): string | null => (basis === null ? null : basisWords[basis].short);

const inWords = ({ value, why }: Pick<Figure, "value" | "why">) => (value === null ? `undefined (${why})` : value.toFixed(3));

const withRange = (figure: Figure) =>
  `${inWords(figure)}${figure.interval ? ` [${figure.interval.low.toFixed(3)}, ${figure.interval.high.toFixed(3)}]` : ""}`;

const alphaLine = (level: string, figure: Figure, of: (string | null)[]) =>
  `  ${level} alpha ${withRange(figure)} n=${figure.n}  ${of.filter((words) => words !== null).join(", ")}`;

/** Each judge beside people, criterion by criterion: pooled over criteria, a judge that only tells them apart would seem to agree. */
function linesOfJudges(report: TaskReport): string[] {
  return Object.keys(report.correlation).flatMap((judge) =>
    report.criteria.flatMap(({ name }) => {
      const [tauB, bias] = [tauBOf(report, name, judge), biasOf(report, name, judge)];
      const figures = [
        ...(tauB && tauB.n > 0 ? [`tau-b ${withRange(tauB)} n=${tauB.n}`] : []),
        ...(bias && bias.value !== null ? [`judge minus people ${withRange(bias)} n=${bias.n}`] : []),
      ];
      const of = [name, said(basisOfJudge(report, name, judge))].filter((words) => words !== null);
      return figures.length === 0 ? [] : [`  ${judge} with people: ${figures.join(", ")}  ${of.join(", ")}`];
    }),
  );
}

/** Who is excluded, and what agreement is the other way. */
function linesOfExcluded(report: TaskReport): string[] {
  const { shown, people, otherWay } = report.excluded;
  if (otherWay === null) return [];
  const reasons = people.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  const other = shown === "with" ? "without them" : "with them";
  const of = isMixedOverCriteria(report) ? " of all ratings" : "";
  return [`  ${shown} ${people.length} excluded (${reasons}); ${other} mean ordinal alpha${of} is ${inWords(otherWay.ordinal)}`];
}

/** A terminal lists no more pairs of people; `--json` has all. */
const mostPairsOfPeople = 10;

/** Figures of pairs: how often each rater is right, where that is known; how far annotators and judges agree; and how often each judge keeps its verdict when swapped and when asked again. */
function linesOfPairs(report: TaskReport, pairs: PairsReport): string[] {
  const line = (name: string, figure: Figure) => `  ${name}: ${withRange(figure)} n=${figure.n}`;
  const ofRatings = (name: string, figure: Figure, from: RatingBasis | null) => {
    const basis = said(from);
    return `${line(name, figure)}${basis === null ? "" : `  ${basis}`}`;
  };
  const ofPeople = (name: string, figure: Figure) => ofRatings(name, figure, basisOfAll(report));
  return [
    ...Object.entries(pairs.accuracy).flatMap(([rater, { overall }]) =>
      overall.n === 0 ? [] : rater === "annotators" ? ofPeople("right, most annotators", overall) : line(`right, ${rater}`, overall),
    ),
    ofPeople("same verdict by two annotators", pairs.betweenAnnotators),
    ofPeople("kappa of all annotators", pairs.kappaBetweenAnnotators),
    ...pairs.annotatorsTwoByTwo.slice(0, mostPairsOfPeople).map(({ a, b, kappa }) => ofPeople(`kappa of ${a} and ${b}`, kappa)),
    ...Object.entries(pairs.agreementWithAnnotators).flatMap(([judge, { share, kappa, basis }]) => [
      ofRatings(`as most annotators, ${judge}`, share, basisSaid(report, basis)),
      ofRatings(`kappa with most annotators, ${judge}`, kappa, basisSaid(report, basis)),
    ]),
    ...Object.entries(pairs.swap).map(([judge, { consistent }]) => line(`same verdict in both orders, ${judge}`, consistent)),
    ...Object.entries(pairs.interference).map(([judge, { unchanged }]) => line(`unchanged by a review, ${judge}`, unchanged)),
    ...Object.entries(pairs.sycophancy).map(([judge, { unchanged }]) => line(`unchanged by a claim, ${judge}`, unchanged)),
  ];
}
