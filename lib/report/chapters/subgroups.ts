import { groupBy } from "@/lib/domain/group-by";
import { smallGroups } from "@/lib/domain/grouped-by";
import { placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { Subgroup } from "@/lib/domain/report-bias";
import { smallestGroup } from "@/lib/domain/smallest-group";
import { kendall } from "@/lib/stats";
import { type IntervalWish, type RatingTable, unitOf } from "../rating-table";
import { remembered } from "../remembered";
import { contrast, inputsAt, numbersAt, type Places, type RatedUnits, type Sample } from "./rated-units";
import { asFigure } from "./scene";

/** What units are grouped by. */
interface Dimension {
  by: Subgroup["by"];
  column?: string;
  /** The group of a unit, by its place; null: none. */
  groupOf(place: number): string | null;
}

/** How a judge's error in each group of units differs from that in all others, by everything that groups them: before any correction. */
export const subgroupsOf = (units: RatedUnits, table: RatingTable): Omit<Subgroup, "q">[] =>
  dimensionsOf(units, table).flatMap((dimension) => groupsBy(dimension, units, table.wanted));

function dimensionsOf({ sampleAt, unitAt }: RatedUnits, table: RatingTable): Dimension[] {
  const ofSamples = (["system", "subset"] as const).map((by): Dimension => ({ by, groupOf: (place) => sampleAt(place)[by] }));
  // Columns and time may have many groups, and a reader waits for values.
  if (table.wanted.interval === "none") return ofSamples;
  const ofColumns = columnsOf(table).map(
    (column): Dimension => ({ ...{ by: "column", column }, groupOf: (place) => valueIn(sampleAt(place), column) }),
  );
  const { by, of } = periodsOf(table);
  return [...ofSamples, ...ofColumns, { by, groupOf: (place) => of(unitAt(place)) }];
}

const columnsOf = remembered(({ data: { samples } }: RatingTable): string[] => {
  // Samples with the same values share them.
  const all = new Set(samples.map(({ columns }) => columns));
  return [...new Set([...all].flatMap((values) => Object.keys(values ?? {})))].sort();
});

/** A column may be called like something that every object has. */
const valueIn = ({ columns }: Sample, column: string): string | null =>
  columns && Object.hasOwn(columns, column) ? (columns[column] as string) : null;

const dayMs = 86_400_000;

/**
 * The month (UTC) in which people first rated each unit, among the ratings of the table; the day, where all units lie in one month. The
 * first rating, not each: a unit has one error, of its judge's score and people's mean, and belongs to one group.
 */
const periodsOf = remembered((table: RatingTable): { by: "month" | "day"; of(unit: number): string | null } => {
  const unknown = 2 ** 31 - 1;
  const first = new Int32Array(table.units).fill(unknown);
  for (const { ratings, places } of table.rated) {
    const { sample, criterion, day } = ratings;
    const count = places?.length ?? day.length;
    for (let n = 0; n < count; n++) {
      const at = places === null ? n : (places[n] as number);
      const unit = unitOf(table, sample[at] as number, criterion[at] as number);
      // A judge's rating has no day.
      if (day[at] !== -1) first[unit] = Math.min(first[unit] as number, day[at] as number);
    }
  }
  const days = new Map([...new Set(first)].filter((one) => one !== unknown).map((one) => [one, new Date(one * dayMs).toISOString()]));
  const periods = (length: number) => new Map([...days].map(([one, date]) => [one, date.slice(0, length)]));
  const [months, dates] = [periods("2026-03".length), periods("2026-03-01".length)];
  const [by, names] = new Set(months.values()).size > 1 ? (["month", months] as const) : (["day", dates] as const);
  return { by, of: (unit) => names.get(first[unit] as number) ?? null };
});

const tooSmall = "small-group";
const inOrder = new Intl.Collator("en", { numeric: true }).compare;

function groupsBy({ by, column, groupOf }: Dimension, units: RatedUnits, wanted: IntervalWish): Omit<Subgroup, "q">[] {
  const named = Array.from(units.error, (_, place) => groupOf(place));
  const where = (isOf: (group: string) => boolean) => placesOf(named.length, (place) => named[place] != null && isOf(named[place]));
  const groups = [
    ...groupBy(
      where(() => true),
      (place) => named[place] as string,
    ),
  ];
  const isNamedByTask = by === "system" || by === "subset";
  const small = groups.filter(([, own]) => own.length < smallestGroup);
  const large = groups.filter(([, own]) => own.length >= smallestGroup);
  const alone = [...large, ...(small.length < 2 ? small : [])].map(([group, own]) => ({
    ...{ group, names: [group], own },
    ...(group === smallGroups && { isValue: true }),
  }));
  if (!isNamedByTask) alone.sort((a, b) => inOrder(a.group, b.group));
  const pooled = { group: smallGroups, names: small.map(([name]) => name), own: small.flatMap(([, own]) => own) };
  const all = small.length < 2 ? alone : [...alone, pooled];
  if (all.length < 2) return [];
  const rows = all.map(({ names, own, ...called }) => {
    const [inGroup, places] = [new Set(names), Int32Array.from(own)];
    const others = where((name) => !inGroup.has(name));
    const difference = { ...(column !== undefined && { column }), ...called, ...compared(units, places, others) };
    return { by, ...difference, tauB: tauBOf(units, places, wanted) };
  });
  // Nobody asked for groups by a column or by time: those of which none can be tested would hide the others.
  return isNamedByTask || rows.some(({ difference }) => difference.intervalWhy !== tooSmall) ? rows : [];
}

/** A few units of few inputs would seem far surer than they are: clusters are counted on both sides together. */
function compared(units: RatedUnits, own: Places, others: Places): Pick<Subgroup, "difference" | "p"> {
  const { figure, p } = contrast(units, own, others);
  if (figure.value === null || Math.min(own.length, others.length) >= smallestGroup) return { difference: figure, p };
  return { difference: { ...figure, interval: null, intervalWhy: tooSmall }, p: null };
}

const tauBOf = (units: RatedUnits, places: Places, wanted: IntervalWish): Figure =>
  asFigure(
    kendall({
      ...{ x: numbersAt(units.judge, places), y: numbersAt(units.human, places), clusters: inputsAt(units, places) },
      ...wanted,
    }).tauB,
  );
