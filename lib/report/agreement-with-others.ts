import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import type { PersonAgreement } from "@/lib/domain/task-person";
import { meanAlpha } from "@/lib/stats";
import { asColumns } from "./rating-table";

type Scored = { rater: number; score: number };
type Given = Scored & { sample: number; criterion: number };

/**
 * How far each annotator agrees with the others, by rater: Krippendorff's alpha between their own rating and that of each other annotator of the same
 * unit, as the mean over the criteria, with an interval over inputs. `units` counts the ratings that somebody else rated too. The level is
 * `levelAmongOthers`; at the ordinal level criteria with labels are left out. The excluded are nobody's others, and are compared with everybody who counts.
 */
export function agreementWithOthers(source: ReportData | ReportColumns): Map<number, PersonAgreement> {
  const data = asColumns(source);
  const annotators = new Set(data.raters.flatMap(({ kind }, rater) => (kind === "annotator" ? [rater] : [])));
  const excluded = new Set(data.excluded.map(({ rater }) => rater));
  const level = levelAmongOthers(data);
  const counted = data.criteria.map(({ labels }) => level === "nominal" || !labels);
  const units = new Map<number, Scored[]>();
  const own = new Map<number, Given[]>();
  const { rater: raterOf, sample, criterion, score } = data.ratings;
  for (let at = 0; at < score.length; at++) {
    const rating = {
      rater: raterOf[at] as number,
      sample: sample[at] as number,
      criterion: criterion[at] as number,
      score: score[at] as number,
    };
    if (!annotators.has(rating.rater) || !counted[rating.criterion]) continue;
    append(own, rating.rater, rating);
    if (!excluded.has(rating.rater)) append(units, unitOf(data, rating), rating);
  }
  return new Map([...annotators].map((rater) => [rater, compared(data, own.get(rater) ?? [], units)]));
}

/** Ordinal; nominal for pairs, and where every criterion has labels. */
export const levelAmongOthers = ({ task, criteria }: Pick<ReportData, "task" | "criteria">): "ordinal" | "nominal" =>
  task.kind === "pairwise" || (criteria.length > 0 && criteria.every(({ labels }) => labels)) ? "nominal" : "ordinal";

const unitOf = (data: Pick<ReportData, "criteria">, { sample, criterion }: { sample: number; criterion: number }) =>
  sample * data.criteria.length + criterion;

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function compared(data: ReportColumns, ratings: readonly Given[], units: ReadonlyMap<number, readonly Scored[]>): PersonAgreement {
  // One row for each sample and other annotator, the same in every criterion's table, so that the interval can leave out whole inputs.
  const rows = new Map<string, number>();
  const clusters: string[] = [];
  const tables = data.criteria.map((): number[][] => []);
  const others = new Set<number>();
  let shared = 0;
  for (const rating of ratings) {
    const beside = (units.get(unitOf(data, rating)) ?? []).filter(({ rater }) => rater !== rating.rater);
    if (beside.length > 0) shared += 1;
    for (const { rater, score } of beside) {
      others.add(rater);
      const key = `${rating.sample} ${rater}`;
      const row = rows.get(key) ?? rows.size;
      if (row === rows.size) {
        rows.set(key, row);
        clusters.push(data.samples[rating.sample]?.inputKey ?? "");
      }
      const table = tables[rating.criterion];
      if (table) table[row] = [rating.score, score];
    }
  }
  const counts = { units: shared, inputs: new Set(clusters).size, others: others.size };
  if (shared === 0) return { value: null, why: "no-pairable-units", n: 0, interval: null, intervalWhy: "undefined-estimate", ...counts };
  const rated = tables.filter((table) => table.length > 0).map((table) => clusters.map((_, row) => table[row] ?? []));
  const { value, why, n, interval, intervalWhy } = meanAlpha({ tables: rated, clusters })[levelAmongOthers(data)];
  return { value, why, n, interval, intervalWhy, ...counts };
}
