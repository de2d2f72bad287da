"use client";

import type { KeyboardEvent } from "react";
import { reasonLabel } from "@/lib/domain/reason-book";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import type { CriterionLine } from "@/lib/review/apply-criteria-actions";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { Kbd } from "../ui/kbd";
import { RedlinedText } from "../ui/redlined-text";
import { groupNames } from "./group-field";
import { outcomeBadges } from "./outcome-badges";
import { ScaleView } from "./scale-view";
import { scaleWords } from "./scale-words";

interface CriterionLineItemProps {
  line: CriterionLine;
  /** The heading level of the name. */
  level: "h3" | "h4";
  pairwise: boolean;
  reasons: readonly CodebookEntry[];
  busy: boolean;
  onAccept: () => void;
  onRevise: () => void;
  onRemove: () => void;
}

const badges = { ...outcomeBadges, open: { label: "undecided", tone: "caution" } } as const;

/** A proposed or added criterion with its outcome. A, R and D decide while it is focused. */
export function CriterionLineItem({ line, level: Title, pairwise, reasons, busy, onAccept, onRevise, onRemove }: CriterionLineItemProps) {
  const { original, criterion, outcome } = line;
  const removed = outcome === "remove";
  const keys: Record<string, (() => void) | undefined> = { a: original ? onAccept : undefined, r: onRevise, d: onRemove };
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
    // React bubbles keys here from a dialog, although the dialog is elsewhere in the DOM.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!inside || event.ctrlKey || event.metaKey || event.altKey || busy) return;
    const act = keys[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act();
    }
  };
  return (
    <li tabIndex={0} aria-label={criterion.name} onKeyDown={press} className="group px-5 py-4 focus-visible:-outline-offset-2">
      <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Title className={cn("min-w-0 wrap-anywhere text-title", removed && "struck")}>
              {outcome === "revise" && original ? <RedlinedText before={original.name} after={criterion.name} /> : criterion.name}
            </Title>
            {criterion.overall && <Badge tone="quiet">overall score</Badge>}
            {criterion.group && line.heading === null && <Badge tone="quiet">{groupNames[criterion.group]}</Badge>}
            <Badge tone={badges[outcome].tone}>
              {badges[outcome].label}
              {line.reasonCode && ` · ${reasonLabel(reasons, line.reasonCode)}`}
            </Badge>
          </div>
          {criterion.definition !== "" && (
            <p className={cn("manuscript mt-1.5 max-w-measure text-body", removed && "struck")}>
              {outcome === "revise" && original ? (
                <RedlinedText before={original.definition} after={criterion.definition} />
              ) : (
                criterion.definition
              )}
            </p>
          )}
          {line.reason && <p className="mt-1.5 max-w-measure text-small text-soft">“{line.reason}”</p>}
        </div>
        {!removed && (
          <div>
            <ScaleChange line={line} pairwise={pairwise} />
            <ScaleView scale={criterion.scale} pairwise={pairwise} />
          </div>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {original && (
          <Button
            size="small"
            disabled={busy}
            aria-pressed={outcome === "accept"}
            variant={outcome === "accept" ? "pressed" : "secondary"}
            onClick={onAccept}
          >
            Accept <Kbd>A</Kbd>
          </Button>
        )}
        <Button size="small" disabled={busy} onClick={onRevise}>
          Revise <Kbd>R</Kbd>
        </Button>
        {!removed && (
          <Button size="small" disabled={busy} onClick={onRemove}>
            Remove <Kbd>D</Kbd>
          </Button>
        )}
      </div>
    </li>
  );
}

function ScaleChange({ line: { original, criterion, outcome }, pairwise }: { line: CriterionLine; pairwise: boolean }) {
  if (outcome !== "revise" || !original) return null;
  const before = scaleWords(original.scale, pairwise);
  const after = scaleWords(criterion.scale, pairwise);
  if (before === after) return null;
  return (
    <p className="mb-1 text-small">
      <del className="struck">{before}</del> <ins className="put-in">{after}</ins>
    </p>
  );
}
