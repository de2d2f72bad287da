"use client";

import { Badge } from "@/components/ui/badge";
import { scoreName } from "@/components/words/score-name";
import { contradictedScore } from "@/lib/review/claimed-score";
import type { EvaluationLine } from "@/lib/review/fold-actions";
import type { Desk } from "./commands";
import { isPair } from "./unit-view";
import { scoreNoun } from "./words";

/** Points out a line whose text claims another score than the one given, or drafted while none is given. */
export function Contradiction({ line, desk }: { line: EvaluationLine; desk: Desk }) {
  const { criterion, draft, evaluation } = desk.view;
  const given = evaluation.score ?? draft?.score ?? null;
  if (line.outcome === "remove" || line.kind === "evidence") return null;
  const claimed = contradictedScore(line.text, given, criterion.scale);
  if (claimed === null || given === null) return null;
  const pair = isPair(desk.opened);
  return (
    <Badge tone="caution">
      says {scoreName(claimed, pair, criterion.scale)}, the {scoreNoun(pair, criterion.scale).toLowerCase()} is{" "}
      {scoreName(given, pair, criterion.scale)}
    </Badge>
  );
}
