import type { CriterionContent } from "@/lib/domain/criterion";
import type { CriteriaSet } from "@/lib/domain/project";
import { isSameScale } from "@/lib/domain/same-scale";
import { type CriterionChange, diffCriteria } from "@/lib/review/diff-criteria";
import { figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { RedlinedText } from "../ui/redlined-text";
import { groupNames } from "./group-field";
import { ScaleView } from "./scale-view";

const kinds = {
  same: { label: "unchanged", tone: "quiet" },
  changed: { label: "changed", tone: "accent" },
  added: { label: "added", tone: "good" },
  removed: { label: "removed", tone: "bad" },
} as const;

/** What changed from an older version to a newer one, as a redline. */
export function VersionDiff({ older, newer, pairwise }: { older: CriteriaSet; newer: CriteriaSet; pairwise: boolean }) {
  const changes = diffCriteria<CriterionContent>(older.criteria, newer.criteria);
  const number = (kind: CriterionChange<CriterionContent>["kind"]) => changes.filter((change) => change.kind === kind).length;
  return (
    <section aria-label={`From version ${older.version} to version ${newer.version}`}>
      <p className="mb-2 text-small text-soft">
        From version {older.version} to version {newer.version}: {number("added")} added, {number("removed")} removed, {number("changed")}{" "}
        changed, {figuresOf(number("same"), "criterion", "criteria")} as before.
      </p>
      <ol className="divide-y overflow-hidden rounded-panel border bg-card">
        {changes.map((change) => (
          <Change key={`${change.before?.name}/${change.after?.name}`} change={change} pairwise={pairwise} />
        ))}
      </ol>
    </section>
  );
}

function Change({ change: { kind, before, after }, pairwise }: { change: CriterionChange<CriterionContent>; pairwise: boolean }) {
  const [from, to] = [before ?? after, after ?? before];
  if (from === null || to === null) return null;
  const rescaled = !isSameScale(from.scale, to.scale);
  const regrouped = (from.group ?? null) !== (to.group ?? null);
  return (
    <li className="grid gap-x-8 gap-y-2 px-5 py-4 lg:grid-cols-2">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className={kind === "removed" ? "struck min-w-0 wrap-anywhere text-title" : "min-w-0 wrap-anywhere text-title"}>
            <RedlinedText before={from.name} after={to.name} />
          </h3>
          <Badge tone={kinds[kind].tone}>{kinds[kind].label}</Badge>
          {regrouped && (
            <Badge tone="quiet">
              <RedlinedText before={groupName(from)} after={groupName(to)} />
            </Badge>
          )}
          {from.overall !== to.overall && (
            <Badge tone="quiet">{to.overall ? "now the overall score" : "no longer the overall score"}</Badge>
          )}
        </div>
        {from.definition + to.definition !== "" && (
          <p className={kind === "removed" ? "struck manuscript mt-1 max-w-measure text-body" : "manuscript mt-1 max-w-measure text-body"}>
            <RedlinedText before={from.definition} after={to.definition} />
          </p>
        )}
      </div>
      {kind !== "removed" && (
        <div className="flex flex-col gap-2">
          {rescaled && (
            <del className="struck">
              <ScaleView scale={from.scale} pairwise={pairwise} />
            </del>
          )}
          {rescaled ? (
            <ins className="put-in">
              <ScaleView scale={to.scale} pairwise={pairwise} />
            </ins>
          ) : (
            <ScaleView scale={to.scale} pairwise={pairwise} />
          )}
        </div>
      )}
    </li>
  );
}

const groupName = ({ group }: CriterionContent) => (group ? groupNames[group] : "not stated");
