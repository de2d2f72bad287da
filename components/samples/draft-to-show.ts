import type { SampleDraft, SampleUnit } from "@/lib/domain/sample-detail";

/** The chosen draft, or the one that most people saw, or the judge's own; one that was wrong on purpose only where there is no other. */
export function draftToShow(unit: SampleUnit | undefined, chosen: string | null, judge: string | null): SampleDraft | null {
  if (unit === undefined) return null;
  const shownTo = (id: string) => unit.evaluations.filter((evaluation) => evaluation.draftId === id).length;
  const byUse = unit.drafts.toSorted(
    (a, b) =>
      Number(a.planted ?? false) - Number(b.planted ?? false) ||
      shownTo(b.id) - shownTo(a.id) ||
      Number(b.judge === judge) - Number(a.judge === judge) ||
      Number(b.current) - Number(a.current),
  );
  return unit.drafts.find(({ id }) => id === chosen) ?? byUse[0] ?? null;
}
