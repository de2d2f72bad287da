import { RedlinedText } from "@/components/ui/redlined-text";
import { scoreName, scoreNames } from "@/components/words/score-name";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { Scale } from "@/lib/domain/criterion";
import type { ReviewOfWork } from "@/lib/domain/review";
import { applyActions } from "@/lib/review/apply-actions";
import { compareEvaluations, type Difference } from "@/lib/review/compare-evaluations";

/** What its annotator changed since the work was last returned. */
export function ReviewChanges({ opened, review: { before } }: { opened: OpenedAssignment; review: ReviewOfWork }) {
  if (before === null) return null;
  const changes = opened.units.flatMap(({ criterionId, draft, actions }) => {
    const criterion = opened.criteria.find(({ id }) => id === criterionId);
    if (criterion === undefined) return [];
    const made = before.find((unit) => unit.criterionId === criterionId)?.actions ?? 0;
    const material = {
      items: draft?.items ?? [],
      draftScore: draft?.score ?? null,
      scale: criterion.scale,
      madeBlind: draft?.madeBlind ?? 0,
    };
    const [now, then] = [actions, actions.slice(0, made)].map((list) => applyActions({ ...material, actions: list }));
    return now && then ? compareEvaluations(now, then).map((difference) => ({ criterion, difference })) : [];
  });
  if (changes.length === 0) return <span className="text-small text-soft">Nothing changed since it was returned.</span>;
  return (
    <details className="max-h-[30dvh] basis-full overflow-y-auto text-small">
      <summary className="w-fit rounded-mark text-accent">
        {changes.length === 1 ? "1 change" : `${changes.length} changes`} since it was returned
      </summary>
      <ul className="mt-2 flex flex-col gap-1.5 pb-1">
        {changes.map(({ criterion, difference }) => (
          <li key={`${criterion.id} ${difference.kind === "line" ? difference.id : difference.kind}`} className="wrap-anywhere">
            <span className="font-medium">{criterion.name}:</span>{" "}
            <Change difference={difference} pair={opened.sample.outputB !== null} scale={criterion.scale} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Change({ difference, pair, scale }: { difference: Difference; pair: boolean; scale: Scale }) {
  if (difference.kind === "score") {
    const named = (score: number | null) => (score === null ? "none" : scoreName(score, pair, scale));
    return (
      <>
        score {named(difference.theirs)} → {named(difference.mine)}
      </>
    );
  }
  if (difference.kind === "also")
    return (
      <>
        also acceptable {scoreNames(difference.theirs, scale)} → {scoreNames(difference.mine, scale)}
      </>
    );
  const [after, before] = [difference.mine, difference.theirs].map((line) => (line === null || line.outcome === "remove" ? "" : line.text));
  return <RedlinedText before={before ?? ""} after={after ?? ""} />;
}
