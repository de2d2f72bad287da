import type { Figure } from "@/lib/domain/report";
import type { DraftEffect } from "@/lib/domain/report-draft-effect";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { count, figuresOf, percent, percentRange } from "../charts/format";
import { prepareStackedBars, type StackedRow } from "../charts/prepare-stacked-bars";
import { intervalOrWhy } from "../words/why";

type Judged = DraftEffect["drafts"]["pooled"];

/** What can become of a draft, as units are selected by it. */
export type FateKey = Exclude<NonNullable<UnitSelection["fate"]>, "wrong" | "right">;

/** How many of its n a share counts. */
export const hitsOf = ({ value, n }: Figure): number => Math.round((value ?? 0) * n);

/** What became of right drafts and of wrong ones, as bars. */
export function fateRows({ right, wrong }: Judged): StackedRow<FateKey>[] {
  const bar = <Key extends FateKey>(name: string, figures: Record<Key, Figure>) => {
    const keys = Object.keys(figures) as Key[];
    const each = <T>(of: (figure: Figure) => T) => Object.fromEntries(keys.map((key) => [key, of(figures[key])])) as Record<Key, T>;
    return prepareStackedBars([{ name, counts: each(hitsOf), intervals: each(intervalOrWhy) }], keys);
  };
  return [
    ...bar("Right drafts", {
      "right-kept": right.kept,
      "right-still-right": right.changedRight,
      "right-made-wrong": right.changedWrong,
    }),
    ...bar("Wrong drafts", {
      "wrong-kept": wrong.kept,
      "wrong-still-wrong": wrong.changedWrong,
      "wrong-put-right": wrong.changedRight,
    }),
  ];
}

/** How many wrong drafts were kept, with the interval that it has. */
export function keptWords({ right, wrong }: Judged): string {
  const { kept, n } = wrong;
  if (n === 0) {
    const none = "so nobody can be said to have kept a wrong one";
    return right.n === 0 ? `No draft can be called right or wrong, ${none}.` : `None of ${figuresOf(right.n, "draft")} was wrong, ${none}.`;
  }
  if (kept.value === null || !kept.interval) return `People kept ${count(hitsOf(kept))} of ${figuresOf(n, "wrong draft")}.`;
  return `People kept ${percent(kept.value)} of the wrong drafts (${percentRange(kept.interval)}).`;
}
