"use client";

import type { ExpertChoice, UnionLine } from "@/lib/domain/criteria-round";
import type { CriterionContent, CriterionGroup } from "@/lib/domain/criterion";
import { reasonLabel } from "@/lib/domain/reason-book";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { isSameScale } from "@/lib/domain/same-scale";
import { contentOfLine, groupOfLine, isSameWording } from "@/lib/review/criteria-union";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { RedlinedText } from "../ui/redlined-text";
import { CriterionThread } from "./criterion-thread";
import { GroupField, groupNames } from "./group-field";
import { outcomeBadges } from "./outcome-badges";
import { ScaleView } from "./scale-view";

export interface Decision {
  criterion: CriterionContent | null;
  group: CriterionGroup | null;
  note: string;
}

interface UnionLineItemProps {
  line: UnionLine;
  roundId: string;
  pairwise: boolean;
  reasons: readonly CodebookEntry[];
  /** Whether the round is being discussed. */
  open: boolean;
  busy: boolean;
  /** Null for those who do not moderate. */
  onDecide: ((decision: Decision) => void) | null;
  /** Opens the dialog with this wording to start from. */
  onReword: (criterion: CriterionContent) => void;
}

/** One criterion of the union: who did what to it, how many did the same, the decision and the thread. */
export function UnionLineItem({ line, roundId, pairwise, reasons, open, busy, onDecide, onReword }: UnionLineItemProps) {
  const content = contentOfLine(line);
  const group = groupOfLine(line);
  return (
    <li className="flex flex-col gap-4 px-5 py-4" aria-label={content.name}>
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h3 className="min-w-0 wrap-anywhere text-title">{content.name}</h3>
            {group !== null && <Badge tone="quiet">{groupNames[group]}</Badge>}
            {content.overall && <Badge tone="quiet">overall score</Badge>}
            {line.agreement !== null && (
              <Badge>
                {line.agreement.count} of {line.agreement.n} did the same
              </Badge>
            )}
          </div>
          {content.definition !== "" && <p className="manuscript mt-1.5 max-w-measure text-body">{content.definition}</p>}
          <ScaleView scale={content.scale} pairwise={pairwise} />
        </div>
        <ul className="flex min-w-0 flex-col gap-2.5">
          {line.choices.map((choice) => (
            <Choice
              key={choice.expert}
              choice={choice}
              original={line.original}
              pairwise={pairwise}
              reasons={reasons}
              onTake={open && onDecide !== null && choice.outcome === "revise" ? () => onReword(choice.criterion) : null}
            />
          ))}
        </ul>
      </div>
      {line.decision !== null && <DecisionWords line={line} pairwise={pairwise} />}
      {open && onDecide !== null && (
        <div className="flex flex-wrap items-end gap-2">
          <Button size="small" disabled={busy} onClick={() => onDecide({ criterion: content, group, note: "" })}>
            {line.original === null ? "Add it" : "Keep it as it is"}
          </Button>
          <Button size="small" disabled={busy} onClick={() => onReword(line.decision?.criterion ?? content)}>
            Reword it
          </Button>
          <Button size="small" disabled={busy} onClick={() => onDecide({ criterion: null, group, note: "" })}>
            {line.original === null ? "Leave it out" : "Remove it"}
          </Button>
          {line.decision !== null && !content.group && (
            <GroupField
              value={group}
              onChange={(chosen) =>
                onDecide({ criterion: line.decision?.criterion ?? null, group: chosen, note: line.decision?.note ?? "" })
              }
            />
          )}
        </div>
      )}
      <CriterionThread roundId={roundId} lineId={line.id} name={content.name} comments={line.comments} open={open} />
    </li>
  );
}

interface ChoiceProps {
  choice: ExpertChoice;
  original: CriterionContent | null;
  pairwise: boolean;
  reasons: readonly CodebookEntry[];
  onTake: (() => void) | null;
}

function Choice({ choice, original, pairwise, reasons, onTake }: ChoiceProps) {
  const { expert, outcome, criterion, reasonCode, reason } = choice;
  const { label, tone } = outcomeBadges[outcome];
  const rescaled = original !== null && !isSameScale(original.scale, criterion.scale);
  return (
    <li className="min-w-0 text-small">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">{expert}</span>
        <Badge tone={tone}>
          {label}
          {reasonCode && ` · ${reasonLabel(reasons, reasonCode)}`}
        </Badge>
        {onTake !== null && (
          <Button size="small" variant="quiet" onClick={onTake}>
            Use this wording
          </Button>
        )}
      </div>
      {outcome === "revise" && original !== null && (
        <div className="mt-1 max-w-measure wrap-anywhere">
          <p>
            <span className="font-medium">
              <RedlinedText before={original.name} after={criterion.name} />
            </span>
            : <RedlinedText before={original.definition} after={criterion.definition} />
          </p>
          {rescaled && <ScaleView scale={criterion.scale} pairwise={pairwise} />}
        </div>
      )}
      {reason && <p className="mt-0.5 max-w-measure wrap-anywhere text-soft">“{reason}”</p>}
    </li>
  );
}

function DecisionWords({ line, pairwise }: { line: UnionLine; pairwise: boolean }) {
  const { decision, original } = line;
  if (decision === null) return null;
  const { criterion, by, at, note } = decision;
  const before = contentOfLine(line);
  const outcome = criterion === null ? "remove" : original === null ? "add" : isSameWording(original, criterion) ? "accept" : "revise";
  return (
    <div className="rounded-control bg-sunken px-3 py-2 text-small">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">Agreed</span>
        <Badge tone={outcomeBadges[outcome].tone}>
          {criterion === null && original === null ? "left out" : outcomeBadges[outcome].label}
        </Badge>
        <span className="text-soft">
          recorded by {by ?? "a former member"}, {new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}
        </span>
      </p>
      {criterion !== null && !isSameWording(before, criterion) && (
        <p className="mt-1 max-w-measure wrap-anywhere">
          <span className="font-medium">
            <RedlinedText before={before.name} after={criterion.name} />
          </span>
          : <RedlinedText before={before.definition} after={criterion.definition} />
        </p>
      )}
      {criterion !== null && !isSameScale(before.scale, criterion.scale) && <ScaleView scale={criterion.scale} pairwise={pairwise} />}
      {note !== "" && <p className="mt-1 text-soft">{note}</p>}
    </div>
  );
}
