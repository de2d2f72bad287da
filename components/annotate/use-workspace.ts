"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { createEvidenceFinder } from "@/components/texts/evidence-finder";
import { toast } from "@/components/ui/toast";
import { newId } from "@/lib/client/new-id";
import type { OutboxState } from "@/lib/client/outbox";
import { actionsOf, lastActionId } from "@/lib/client/unit-journal";
import type { NewAction } from "@/lib/domain/action";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { ItemKind } from "@/lib/domain/draft";
import type { ReasonCode } from "@/lib/domain/reason-codes";
import { actionProblem } from "@/lib/review/action-problem";
import { journalUnit, nextOpenStop, type UnitView, viewUnit } from "./unit-view";
import { noteTimes, type OutboxHandle, useOutbox } from "./use-outbox";
import { type UnfinishedText, useUnfinishedText } from "./use-unfinished-text";

export interface Reason {
  code: ReasonCode | null;
  text: string;
}
export const noReason: Reason = { code: null, text: "" };

/** The editor or form open inside the draft. */
export type Mode =
  | { kind: "revise"; stop: string }
  | { kind: "add"; itemKind: ItemKind; text: string }
  /** A reason is asked for: before `pending` is performed or, if null, for the action already performed. */
  | { kind: "reason"; stop: string; pending: ActionFields | null };

export type DialogName = "image" | "history" | "guidelines" | "keys" | "skip" | "flag" | "break";
export type ActionFields = Pick<NewAction, "kind"> & Partial<Omit<NewAction, "id" | "parentId" | "at" | "kind">>;

interface Discarded {
  mode: Mode;
  place: string;
  text: string;
  reason: string | null;
  /** The unit at that time; later actions have their own undo. */
  actionCount: number;
}

/** State and functions shared by the workspace's components. */
export interface Workspace {
  opened: OpenedAssignment;
  readOnly: boolean;
  views: UnitView[];
  view: UnitView;
  /** The current line: j and k move it, and keys act on it. */
  stop: string;
  mode: Mode | null;
  dialog: DialogName | null;
  save: OutboxState;
  handle: OutboxHandle;
  unfinished: UnfinishedText;
  /** A place in this sample with unfinished text, or null. */
  unfinishedAt: { criterionId: string; stop: string } | null;
  /** Text that Escape discarded from this criterion's editor; until the next action, Undo restores it. */
  discarded: Discarded | null;
  discard: (mode: Mode, place: string, text: string) => void;
  bringBack: () => void;
  /** Texts are shown as written, not formatted. */
  asWritten: boolean;
  setAsWritten: (asWritten: boolean) => void;
  /** Counts requests to focus the current line. */
  focusTurn: number;
  turnTo: (criterionId: string, stop?: string) => void;
  moveTo: (stop: string) => void;
  /** Makes a line current without moving the focus, which is already there. */
  noticeFocus: (stop: string) => void;
  setMode: (mode: Mode | null) => void;
  closeMode: () => void;
  setDialog: (dialog: DialogName | null) => void;
  /** Why this action is not possible now, apart from a missing reason; null if it is. */
  problem: (fields: ActionFields) => string | null;
  /** Performs the action, asking for a reason first if the task requires one. Returns true once performed. */
  act: (fields: ActionFields, reason?: Reason) => boolean;
}

/** Workspace state and functions for one open assignment. Mount the component keyed by the assignment's id. */
export function useWorkspace(opened: OpenedAssignment): Workspace {
  const handle = useOutbox(opened);
  const unfinished = useUnfinishedText(opened.id);
  const [mode, setMode] = useState<Mode | null>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [asWritten, setAsWritten] = useState(false);
  const { views, initial } = useViews(opened, handle);
  const [place, setPlace] = useState({ criterionId: initial.criterion.id, stop: firstStop(initial), turn: 1 });
  const view = views.find((candidate) => candidate.criterion.id === place.criterionId) ?? initial;
  const stop = view.stops.includes(place.stop) ? place.stop : firstStop(view);
  const readOnly = !opened.editable || (opened.status !== "open" && opened.status !== "prepared");

  const { clock } = handle;
  const criterionId = view.criterion.id;
  useEffect(() => clock.turnTo(criterionId, performance.now()), [clock, criterionId]);
  const onBreak = dialog === "break";
  useEffect(() => {
    if (!onBreak) return;
    clock.startBreak(performance.now());
    return () => clock.endBreak(performance.now());
  }, [clock, onBreak]);

  const moveTo = useCallback((to: string) => setPlace((before) => ({ ...before, stop: to, turn: before.turn + 1 })), []);
  const noticeFocus = useCallback((to: string) => setPlace((before) => (before.stop === to ? before : { ...before, stop: to })), []);
  const turnTo = (id: string, to?: string) => {
    const target = views.find((candidate) => candidate.criterion.id === id);
    if (target === undefined) return;
    setMode(null);
    setPlace((before) => ({ criterionId: id, stop: to ?? firstStop(target), turn: before.turn + 1 }));
  };
  const { problem, act } = useActing({ opened, handle, view, stop, readOnly, setMode });
  const closeMode = () => {
    setMode(null);
    moveTo(stop);
  };
  const discarding = useDiscarding({ view, unfinished, setMode, closeMode });
  return {
    unfinishedAt: readOnly ? null : firstUnfinished(views, unfinished),
    ...{ opened, readOnly, views, view, stop, mode, dialog, save: handle.state, handle, unfinished, focusTurn: place.turn },
    ...{ turnTo, moveTo, noticeFocus, setMode, closeMode, setDialog, problem, act, asWritten, setAsWritten },
    ...discarding,
  };
}

/** The key under which the reason for unfinished text is kept. */
export const reasonPlace = (place: string) => `${place}/reason`;

/** Text for a line that no longer exists (its addition was undone elsewhere) is kept, but does not block submitting. */
function firstUnfinished(views: readonly UnitView[], unfinished: UnfinishedText): Workspace["unfinishedAt"] {
  const places = unfinished.places.map((place) => {
    const [criterionId = "", stop = "", rest] = place.split("/");
    return { criterionId, stop, isText: rest === undefined };
  });
  const there = places.find(({ criterionId, stop, isText }) => {
    const view = views.find((candidate) => candidate.criterion.id === criterionId);
    return isText && view !== undefined && (stop === "new" || view.stops.includes(stop));
  });
  return there ?? null;
}

type DiscardingInput = Pick<Workspace, "view" | "unfinished" | "setMode" | "closeMode">;

function useDiscarding({ view, unfinished, setMode, closeMode }: DiscardingInput): Pick<Workspace, "discarded" | "discard" | "bringBack"> {
  const [last, setLast] = useState<Discarded | null>(null);
  const fits = last?.place.startsWith(`${view.criterion.id}/`) && last.actionCount === view.actions.length;
  const discarded = fits ? last : null;
  const discard = (mode: Mode, place: string, text: string) => {
    setLast({ mode, place, text, reason: unfinished.get(reasonPlace(place)) ?? null, actionCount: view.actions.length });
    unfinished.set(place, null);
    unfinished.set(reasonPlace(place), null);
    closeMode();
    toast.info("The text is discarded. Undo (Z) brings it back.");
  };
  const bringBack = () => {
    if (discarded === null) return;
    unfinished.set(discarded.place, discarded.text);
    unfinished.set(reasonPlace(discarded.place), discarded.reason);
    setMode(discarded.mode);
    setLast(null);
  };
  return { discarded, discard, bringBack };
}

const firstStop = (view: UnitView): string => nextOpenStop(view, null) ?? view.stops[0] ?? "";

function useViews(opened: OpenedAssignment, { state }: OutboxHandle): { views: UnitView[]; initial: UnitView } {
  const { output, outputB } = opened.sample;
  const { textFormat } = opened.task;
  const locate = useMemo(() => createEvidenceFinder(output, outputB, textFormat), [output, outputB, textFormat]);
  const views = useMemo(
    () =>
      opened.criteria.flatMap((criterion) => {
        const journal = state.units[criterion.id];
        return journal ? [viewUnit(opened, criterion, journal, locate)] : [];
      }),
    [opened, state.units, locate],
  );
  const initial = views.find((view) => view.progress !== "complete") ?? views[0];
  if (initial === undefined) throw new Error("This sample has no criteria.");
  return { views, initial };
}

interface ActingInput {
  opened: OpenedAssignment;
  handle: OutboxHandle;
  view: UnitView;
  stop: string;
  readOnly: boolean;
  setMode: (mode: Mode | null) => void;
}

function useActing({ opened, handle, view, stop, readOnly, setMode }: ActingInput): Pick<Workspace, "problem" | "act"> {
  const { outbox, clock } = handle;
  const criterionId = view.criterion.id;
  // Read from the outbox, because a key pressed before the next render has already changed it.
  const journal = () => outbox.getState().units[criterionId] ?? view.journal;
  const make = (fields: ActionFields, reason: Reason): NewAction => ({
    ...{ itemId: null, itemKind: null, text: null, score: null, criterion: null, undoesId: null },
    ...fields,
    id: newId(),
    parentId: lastActionId(journal()),
    reasonCode: reason.code,
    reason: reason.text.trim() || null,
    at: new Date().toISOString(),
  });
  const check = (action: NewAction, reasonRequired: boolean) => {
    if (readOnly) return "This is submitted. Reopen it to change it.";
    return actionProblem(
      { ...journalUnit(view.criterion, view.draft, { ...opened.task, reasonRequired }), actions: actionsOf(journal()) },
      action,
    );
  };
  const act = (fields: ActionFields, reason: Reason = noReason): boolean => {
    const action = make(fields, reason);
    const stale = journal().trouble?.kind === "stale" ? "Choose one of the two versions first." : null;
    const other = stale ?? check(action, false);
    if (other !== null) {
      toast.error(other);
      return false;
    }
    if (check(action, opened.task.reasonRequired) !== null) {
      setMode({ kind: "reason", stop, pending: fields });
      return false;
    }
    noteTimes(clock, outbox);
    outbox.add(criterionId, action);
    return true;
  };
  return { act, problem: (fields) => check(make(fields, noReason), false) };
}
