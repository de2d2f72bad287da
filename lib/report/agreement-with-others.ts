import { placesOf } from "@/lib/domain/rating-columns";
import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import type { PersonAgreement } from "@/lib/domain/task-person";
import { type MeanAlphaResult, meanAlphaAt } from "@/lib/stats";
import { type ByUnit, byUnit } from "./by-unit";
import { asColumns, encodedScores, type IntervalWish, inputRanks } from "./rating-table";

/**
 * How far each annotator agrees with the others, by rater: Krippendorff's alpha between their own rating and that of each other annotator of the same
 * unit, as the mean over the criteria, with an interval over inputs. `units` counts the ratings that somebody else rated too. The level is
 * `levelAmongOthers`; at the ordinal level criteria with labels are left out. The excluded are nobody's others, and are compared with everybody who counts.
 */
export function agreementWithOthers(source: ReportData | ReportColumns, wanted: IntervalWish = {}): Map<number, PersonAgreement> {
  const data = asColumns(source);
  const annotators = new Set(data.raters.flatMap(({ kind }, rater) => (kind === "annotator" ? [rater] : [])));
  const excluded = new Set(data.excluded.map(({ rater }) => rater));
  const level = levelAmongOthers(data);
  const counted = data.criteria.map(({ labels }) => level === "nominal" || !labels);
  const counting = placesOf(data.ratings.score.length, (at) => {
    const rater = data.ratings.rater[at] as number;
    return annotators.has(rater) && !excluded.has(rater);
  });
  const ofUnits = byUnit(counting, data.samples.length * data.criteria.length, (at) => unitOf(data, at));
  const own = new Map([...annotators].map((rater): [number, number[]] => [rater, []]));
  data.ratings.rater.forEach((rater, at) => {
    if (counted[data.ratings.criterion[at] as number]) own.get(rater)?.push(at);
  });
  return new Map([...own].map(([rater, ratings]) => [rater, compared(data, ratings, ofUnits, wanted)]));
}

/** Ordinal; nominal for pairs, and where every criterion has labels. */
export const levelAmongOthers = ({ task, criteria }: Pick<ReportData, "task" | "criteria">): "ordinal" | "nominal" =>
  task.kind === "pairwise" || (criteria.length > 0 && criteria.every(({ labels }) => labels)) ? "nominal" : "ordinal";

const unitOf = ({ ratings, criteria }: ReportColumns, at: number) =>
  (ratings.sample[at] as number) * criteria.length + (ratings.criterion[at] as number);

function compared(data: ReportColumns, ratings: readonly number[], { starts, places }: ByUnit, wanted: IntervalWish): PersonAgreement {
  const { rater, criterion, score } = data.ratings;
  const { rowOf, keyOf, clusters, others, shared } = rowsBeside(data, ratings, { starts, places });
  const counts = { units: shared, inputs: new Set(clusters).size, others };
  const tables = data.criteria.map(() => new Float64Array(2 * clusters.length).fill(Number.NaN));
  const isRated = data.criteria.map(() => false);
  for (const at of ratings) {
    const unit = unitOf(data, at);
    const own = tables[criterion[at] as number];
    for (let place = starts[unit] as number; place < (starts[unit + 1] as number); place++) {
      const beside = places[place] as number;
      if (rater[beside] === rater[at] || own === undefined) continue;
      const row = rowOf[keyOf(at, rater[beside] as number)] as number;
      own[2 * row] = score[at] as number;
      own[2 * row + 1] = score[beside] as number;
      isRated[criterion[at] as number] = true;
    }
  }
  const rated = tables.filter((_, place) => isRated[place]).map((scores) => encodedScores(scores, clusters.length, 2));
  const [found] = meanAlphaAt([levelAmongOthers(data)], { tables: rated, clusters, ...wanted });
  const { value, why, n, interval, intervalWhy } = found as MeanAlphaResult;
  return { value, why, n, interval, intervalWhy, ...counts };
}

/**
 * One row for each sample and other annotator, the same in every criterion's table, so that the interval can leave out whole inputs: each row's
 * place by `keyOf` a rating and annotator, and its input.
 */
function rowsBeside(data: ReportColumns, ratings: readonly number[], { starts, places }: ByUnit) {
  const { rater, sample } = data.ratings;
  const ranks = inputRanks(data.samples);
  // Of their own samples alone: of many people, each has rated few.
  const placeOf = new Int32Array(data.samples.length).fill(-1);
  let own = 0;
  for (const at of ratings) if (placeOf[sample[at] as number] === -1) placeOf[sample[at] as number] = own++;
  const rowOf = new Int32Array(own * data.raters.length).fill(-1);
  const keyOf = (at: number, other: number) => (placeOf[sample[at] as number] as number) * data.raters.length + other;
  const clusters: number[] = [];
  const others = new Set<number>();
  let shared = 0;
  for (const at of ratings) {
    const unit = unitOf(data, at);
    let isShared = false;
    for (let place = starts[unit] as number; place < (starts[unit + 1] as number); place++) {
      const other = rater[places[place] as number] as number;
      if (other === rater[at]) continue;
      isShared = true;
      others.add(other);
      const key = keyOf(at, other);
      if (rowOf[key] !== -1) continue;
      rowOf[key] = clusters.length;
      clusters.push(ranks[sample[at] as number] as number);
    }
    if (isShared) shared += 1;
  }
  return { rowOf, keyOf, clusters, others: others.size, shared };
}
