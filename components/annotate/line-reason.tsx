"use client";

import type { Desk } from "./commands";
import { decide } from "./decide";
import { ReasonRow } from "./reason-row";
import { lineOf } from "./unit-view";
import type { ActionFields, Reason } from "./use-workspace";

/** The reasons shown under a line while one is asked for. */
export function LineReason({ stop, desk }: { stop: string; desk: Desk }) {
  const { mode } = desk;
  if (mode?.kind !== "reason" || mode.stop !== stop) return null;
  const fields = mode.pending ?? repeated(desk, stop);
  if (fields === null) return null;
  const choose = (reason: Reason) => {
    if (mode.pending !== null) decide(desk, fields, reason);
    else if (desk.act(fields, reason)) desk.closeMode();
  };
  const question = (mode.pending && questions[fields.kind]) ?? "What is the reason?";
  return <ReasonRow question={question} reasons={desk.opened.task.reasons} onChoose={choose} onCancel={desk.closeMode} />;
}

const questions: Partial<Record<ActionFields["kind"], string>> = {
  remove: "Why remove it?",
  revise: "Why change it?",
  "set-score": "Why a different score?",
};

/** Repeats a line's last action with a reason: actions are never changed, and the latest counts. */
function repeated(desk: Desk, stop: string): ActionFields | null {
  const line = lineOf(desk.view, stop);
  if (stop === desk.view.scoreLineId) {
    return desk.view.evaluation.score === null ? null : { kind: "set-score", score: desk.view.evaluation.score };
  }
  if (line?.outcome === "remove") return { kind: "remove", itemId: stop };
  return line?.outcome === "revise" ? { kind: "revise", itemId: stop, text: line.text } : null;
}
