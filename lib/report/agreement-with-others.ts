import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import type { PersonAgreement } from "@/lib/domain/task-person";
import { meanAlpha } from "@/lib/stats";
import { asColumns, type IntervalWish } from "./rating-table";

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
  const ofUnits = ratingsByUnit(data, (at) => {
    const rater = data.ratings.rater[at] as number;
    return annotators.has(rater) && !excluded.has(rater) && counted[data.ratings.criterion[at] as number] === true;
  });
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

/** The kept ratings' places in the columns, unit by unit: those of a unit are from `starts[unit]` to `starts[unit + 1]`. */
interface ByUnit {
  starts: Int32Array;
  places: Int32Array;
}

function ratingsByUnit(data: ReportColumns, keep: (at: number) => boolean): ByUnit {
  const ratings = data.ratings.score.length;
  const starts = new Int32Array(data.samples.length * data.criteria.length + 1);
  const kept = new Uint8Array(ratings);
  for (let at = 0; at < ratings; at++) {
    if (!keep(at)) continue;
    kept[at] = 1;
    const unit = unitOf(data, at);
    starts[unit + 1] = (starts[unit + 1] as number) + 1;
  }
  for (let unit = 1; unit < starts.length; unit++) starts[unit] = (starts[unit] as number) + (starts[unit - 1] as number);
  const next = starts.slice();
  const places = new Int32Array(starts.at(-1) ?? 0);
  for (let at = 0; at < ratings; at++) {
    if (kept[at] === 0) continue;
    const unit = unitOf(data, at);
    places[next[unit] as number] = at;
    next[unit] = (next[unit] as number) + 1;
  }
  return { starts, places };
}

function compared(data: ReportColumns, ratings: readonly number[], { starts, places }: ByUnit, wanted: IntervalWish): PersonAgreement {
  const { rater, sample, criterion, score } = data.ratings;
  // One row for each sample and other annotator, the same in every criterion's table, so that the interval can leave out whole inputs.
  const rows = new Map<number, number>();
  const clusters: string[] = [];
  const tables = data.criteria.map((): number[][] => []);
  const others = new Set<number>();
  let shared = 0;
  for (const at of ratings) {
    const unit = unitOf(data, at);
    let isShared = false;
    for (let place = starts[unit] as number; place < (starts[unit + 1] as number); place++) {
      const beside = places[place] as number;
      const other = rater[beside] as number;
      if (other === rater[at]) continue;
      isShared = true;
      others.add(other);
      const key = (sample[at] as number) * data.raters.length + other;
      const row = rows.get(key) ?? rows.size;
      if (row === rows.size) {
        rows.set(key, row);
        clusters.push(data.samples[sample[at] as number]?.inputKey ?? "");
      }
      const table = tables[criterion[at] as number];
      if (table) table[row] = [score[at] as number, score[beside] as number];
    }
    if (isShared) shared += 1;
  }
  const counts = { units: shared, inputs: new Set(clusters).size, others: others.size };
  if (shared === 0) return { value: null, why: "no-pairable-units", n: 0, interval: null, intervalWhy: "undefined-estimate", ...counts };
  const rated = tables.filter((table) => table.length > 0).map((table) => clusters.map((_, row) => table[row] ?? []));
  const { value, why, n, interval, intervalWhy } = meanAlpha({ tables: rated, clusters, ...wanted })[levelAmongOthers(data)];
  return { value, why, n, interval, intervalWhy, ...counts };
}
