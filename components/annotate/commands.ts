import { buttonPoints, preferencePoints } from "@/components/scores/button-points";
import type { Outbox } from "@/lib/client/outbox";
import { isCategorical } from "@/lib/domain/labels";
import { accept, acceptRest, canAccept, canRestore, chooseScore, nearestToDraft, remove, restore, takeBack, undo } from "./decide";
import { awaitsReveal, bareScoreId, isPair, isWork, journalUnit, lineOf, mayMark, nextOpenStop, nextOpenUnit } from "./unit-view";
import type { Workspace } from "./use-workspace";

/** What commands can do besides acting on the workspace: leave it. */
export interface Desk extends Workspace {
  /** Navigating to another sample, so keys pressed now are not meant for this one. */
  leaving: boolean;
  /** The sample is on the screen and the server has not begun it yet: keys and clicks wait. */
  beginning: boolean;
  submit: () => void;
  reopen: () => void;
  openSample: (assignmentId: string) => void;
}

/** An annotator's command. Toolbar, menu, palette, help and keyboard all read this table. */
export interface Command {
  id: string;
  name: string;
  /** A more specific label for the current state. */
  nameNow?: (desk: Desk) => string;
  /** KeyboardEvent.key values, letters in lower case, with a "Shift+" prefix if needed. The first one is shown. */
  keys: readonly string[];
  group: "Line" | "Score" | "Move" | "Sample" | "Look up" | "Two versions";
  available: (desk: Desk) => boolean;
  /** Whether holding the key repeats it. Decisions do not repeat: a held key must not accept a whole draft. */
  repeats?: true;
  /** Returns "type" if the key must still reach the field that has the focus now. */
  perform: (desk: Desk, key: string) => "type" | undefined;
}

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] as const;
const currentLine = (desk: Desk) => lineOf(desk.view, desk.stop);
const onScore = (desk: Desk) => desk.stop === desk.view.scoreLineId;
const always = () => true;
const editable = (desk: Desk) => !desk.readOnly;
const inConflict = (desk: Desk) => desk.view.journal.trouble?.kind === "stale";

/** Digits pressed within this time form one number, as in "10". */
const sameNumberMs = 1000;

/** The two-digit point completed by this digit, if the first digit was just taken as a score. */
function twoDigitPoint(desk: Desk, points: readonly number[], digit: string): number | undefined {
  const last = desk.view.actions.at(-1);
  if (last?.kind !== "set-score" || Date.now() - Date.parse(last.at) > sameNumberMs) return undefined;
  return points.find((point) => String(point) === `${last.score}${digit}`);
}

/**
 * The scale point a digit key chooses: the point of that value, or ten for 0 on a scale without zero; for labels and for a pair, the button at that
 * place.
 */
function pointOf(desk: Desk, key: string): number | undefined {
  if (isPair(desk.opened)) return preferencePoints(desk.view.criterion.scale)[Number(key) - 1];
  const { scale } = desk.view.criterion;
  const points = buttonPoints(scale) ?? [];
  const value = Number(key);
  if (isCategorical(scale)) return points[value - 1];
  const whole = twoDigitPoint(desk, points, key);
  if (whole !== undefined) return whole;
  return points.find((point) => point === value) ?? (value === 0 ? points.find((point) => point === 10) : undefined);
}

function resolve(desk: Desk, choice: Parameters<Outbox["resolve"]>[1]): undefined {
  desk.handle.outbox.resolve(desk.view.criterion.id, choice);
  desk.moveTo(desk.stop);
}

function moveBy(desk: Desk, step: 1 | -1): undefined {
  const next = desk.view.stops[desk.view.stops.indexOf(desk.stop) + step];
  if (next !== undefined) desk.moveTo(next);
}

function turnBy(desk: Desk, step: 1 | -1): undefined {
  const at = desk.views.findIndex((view) => view.criterion.id === desk.view.criterion.id);
  const next = desk.views[at + step];
  if (next !== undefined) desk.turnTo(next.criterion.id);
}

function focusNumber(): "type" | undefined {
  const field = document.querySelector<HTMLInputElement>("[data-score-number]");
  field?.focus();
  field?.select();
  return "type";
}

function revise(desk: Desk): "type" | undefined {
  if (!onScore(desk)) {
    desk.setMode({ kind: "revise", stop: desk.stop });
    return undefined;
  }
  return focusScore();
}

function focusScore(): undefined {
  document.querySelector<HTMLElement>("[role=radiogroup] [tabindex='0'], [data-score-number]")?.focus();
}

/** Whether the annotator is reading the answers of an exam sample. */
const isMarked = ({ opened }: Desk) => opened.editable && Boolean(opened.exam?.feedback);

function enter(desk: Desk): undefined {
  if (isMarked(desk) && desk.view === desk.views.at(-1)) {
    desk.submit();
    return undefined;
  }
  if (desk.readOnly) return turnBy(desk, 1);
  const next = nextOpenUnit(desk.views, desk.view.criterion.id);
  if (next !== null) desk.turnTo(next.criterion.id);
  else if (desk.view.progress !== "complete") desk.moveTo(nextOpenStop(desk.view, desk.stop) ?? desk.stop);
  else desk.submit();
}

/** What Enter does now: the label of its button. */
export function enterName(desk: Desk): string {
  if (isMarked(desk) && desk.view === desk.views.at(-1)) return "Go on";
  if (desk.readOnly) return "Next criterion";
  if (nextOpenUnit(desk.views, desk.view.criterion.id) !== null) return "Next criterion";
  if (desk.view.progress !== "complete") return "Next open line";
  if (desk.opened.exam !== null) return "Submit, see the answers";
  return awaitsReveal(desk.opened) ? "Keep my rating, show the draft" : "Submit, next sample";
}

/** The text selected in an output, quoted as the likely start of a new evidence line; for a pair, with the output's name. */
function selectedQuote(): string {
  const selection = window.getSelection();
  const output = selection?.anchorNode?.parentElement?.closest<HTMLElement>("[data-output]");
  const quote = output ? (selection?.toString().trim() ?? "") : "";
  if (quote === "") return "";
  return output?.dataset.output ? `[${output.dataset.output}] “${quote}”` : `“${quote}”`;
}

function startAdding(desk: Desk): undefined {
  const quote = selectedQuote();
  desk.setMode({ kind: "add", itemKind: quote ? "evidence" : "explanation", text: quote });
}

const fixed = (
  id: string,
  name: string,
  keys: readonly string[],
  group: Command["group"],
  rest: Pick<Command, "available" | "perform" | "repeats">,
): Command => ({
  ...{ id, name, keys, group },
  ...rest,
});

export const commands: readonly Command[] = [
  {
    ...fixed("accept", "Accept", ["a"], "Line", { available: (desk) => editable(desk) && canAccept(desk), perform: accept }),
    nameNow: (desk) => {
      const outcome = currentLine(desk)?.outcome;
      if (outcome !== undefined && outcome !== "open" && outcome !== "accept") return "Move on";
      const nearest = onScore(desk) ? nearestToDraft(desk) : null;
      return nearest === null ? "Accept" : `Use ${nearest} (nearest)`;
    },
  },
  fixed("accept-rest", "Accept the rest", ["Shift+a"], "Line", {
    available: (desk) => editable(desk) && desk.problem({ kind: "accept-rest" }) === null,
    perform: acceptRest,
  }),
  fixed("revise", "Revise", ["r"], "Line", {
    available: (desk) => editable(desk) && (onScore(desk) || currentLine(desk) !== undefined),
    perform: revise,
  }),
  fixed("remove", "Remove", ["d", "Delete"], "Line", {
    available: (desk) => editable(desk) && !onScore(desk) && desk.problem({ kind: "remove", itemId: desk.stop }) === null,
    perform: remove,
  }),
  fixed("restore", "Back to the draft", ["Shift+r"], "Line", {
    available: (desk) => editable(desk) && canRestore(desk),
    perform: restore,
  }),
  fixed("reason", "Give a reason", ["e"], "Line", {
    available: (desk) => editable(desk) && ["revise", "remove"].includes(currentLine(desk)?.outcome ?? ""),
    perform: (desk) => void desk.setMode({ kind: "reason", stop: desk.stop, pending: null }),
  }),
  fixed("add", "Add a line", ["n"], "Line", { available: editable, perform: startAdding }),
  fixed("undo", "Undo", ["z", "Control+z"], "Line", {
    available: (desk) => editable(desk) && (desk.discarded !== null || desk.view.evaluation.undoable !== null),
    perform: undo,
  }),
  fixed("redo", "Redo", ["Shift+z", "Control+y"], "Line", {
    available: (desk) => editable(desk) && desk.view.evaluation.redoable !== null,
    perform: (desk) => takeBack(desk, "redoable"),
  }),
  fixed("keep-mine", "Keep this version", ["1"], "Two versions", {
    available: inConflict,
    perform: (desk) => resolve(desk, { keep: "mine", unit: journalUnit(desk.view.criterion, desk.view.draft, desk.opened.task) }),
  }),
  fixed("take-theirs", "Use the other version", ["2"], "Two versions", {
    available: inConflict,
    perform: (desk) => resolve(desk, { keep: "theirs" }),
  }),
  fixed("score", "Choose a score", digits, "Score", {
    available: (desk) => editable(desk) && !inConflict(desk),
    perform: (desk, key) => {
      if (!isPair(desk.opened) && buttonPoints(desk.view.criterion.scale) === null) return focusNumber();
      if (key === "0" && isCategorical(desk.view.criterion.scale)) return focusScore();
      const point = pointOf(desk, key);
      if (point !== undefined) chooseScore(desk, point);
      return undefined;
    },
  }),
  fixed("also", "Also acceptable", ["m"], "Score", {
    available: (desk) => editable(desk) && mayMark(desk.view),
    perform: () => void document.querySelector<HTMLElement>("[data-also] button")?.focus(),
  }),
  fixed("next-line", "Next line", ["j", "ArrowDown"], "Move", { available: always, perform: (desk) => moveBy(desk, 1), repeats: true }),
  fixed("previous-line", "Previous line", ["k", "ArrowUp"], "Move", {
    available: always,
    perform: (desk) => moveBy(desk, -1),
    repeats: true,
  }),
  {
    id: "enter",
    name: "Next criterion, or submit",
    nameNow: enterName,
    keys: ["Enter"],
    group: "Move",
    available: (desk) => !desk.leaving || desk.beginning,
    perform: enter,
  },
  fixed("next-criterion", "Next criterion in the list", ["]"], "Move", { available: always, perform: (desk) => turnBy(desk, 1) }),
  fixed("previous-criterion", "Previous criterion", ["["], "Move", { available: always, perform: (desk) => turnBy(desk, -1) }),
  fixed("previous-sample", "Previous sample", [","], "Sample", {
    available: (desk) => desk.opened.previousId !== null,
    perform: (desk) => void (desk.opened.previousId && desk.openSample(desk.opened.previousId)),
  }),
  fixed("next-sample", "Next sample", ["."], "Sample", {
    available: (desk) => desk.opened.nextId !== null,
    perform: (desk) => void (desk.opened.nextId && desk.openSample(desk.opened.nextId)),
  }),
  fixed("skip", "Skip", ["s"], "Sample", {
    available: (desk) => editable(desk) && isWork(desk.opened),
    perform: (desk) => void desk.setDialog("skip"),
  }),
  fixed("flag", "Flag", ["f"], "Sample", {
    available: (desk) => desk.opened.editable,
    perform: (desk) => void desk.setDialog("flag"),
  }),
  fixed("break", "Pause", ["p"], "Sample", { available: editable, perform: (desk) => void desk.setDialog("break") }),
  fixed("reopen", "Reopen", ["o"], "Sample", {
    available: (desk) => desk.opened.editable && desk.readOnly && isWork(desk.opened),
    perform: (desk) => void desk.reopen(),
  }),
  fixed("history", "History", ["h"], "Look up", { available: always, perform: (desk) => void desk.setDialog("history") }),
  fixed("guidelines", "Guidelines", ["g"], "Look up", { available: always, perform: (desk) => void desk.setDialog("guidelines") }),
  {
    ...fixed("as-written", "Text as written, or formatted", ["v"], "Look up", {
      available: (desk) => desk.opened.task.textFormat !== "plain",
      perform: (desk) => void desk.setAsWritten(!desk.asWritten),
    }),
    nameNow: (desk) => (desk.asWritten ? "Formatted" : "As written"),
  },
  fixed("image", "Larger image", ["i"], "Look up", {
    available: (desk) => desk.opened.sample.imageUrl !== null,
    perform: (desk) => void desk.setDialog("image"),
  }),
  fixed("keys", "Keys", ["?"], "Look up", { available: always, perform: (desk) => void desk.setDialog("keys") }),
];

export type CommandId =
  | "accept"
  | "accept-rest"
  | "keep-mine"
  | "take-theirs"
  | "revise"
  | "remove"
  | "restore"
  | "reason"
  | "add"
  | "undo"
  | "redo"
  | "enter"
  | "previous-sample"
  | "next-sample"
  | "skip"
  | "flag"
  | "reopen"
  | "break"
  | "history"
  | "guidelines"
  | "as-written"
  | "image"
  | "keys";

/** The commands for help and palette: those that choose a version show their keys beside the versions. */
export const commandsOf = ({ opened }: Pick<Desk, "opened">): Command[] =>
  commands.filter(
    ({ id, group }) =>
      group !== "Two versions" &&
      (id !== "accept-rest" || opened.task.mayAcceptRest) &&
      (id !== "also" || opened.criteria.some(({ scale }) => scale.several)),
  );

/** The command with the given name. */
export function command(id: CommandId): Command {
  const found = commands.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`There is no command ${id}.`);
  return found;
}

/** A key in the table's notation. A key that types a non-ASCII character is identified by its position. */
export function keyOf(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey">): string {
  const byPlace = /^[\x20-\x7e]+$/.test(event.key) ? event.key : event.code.replace(/^(?:Key|Digit)/, "");
  const key = byPlace.length === 1 ? byPlace.toLowerCase() : byPlace;
  if (event.ctrlKey || event.metaKey) return `Control+${key}`;
  return event.shiftKey && /^[a-z]$/.test(key) ? `Shift+${key}` : key;
}

/** A key as it appears on its keycap. */
export function keyCap(key: string): string {
  const names: Record<string, string> = { Enter: "↵", ArrowDown: "↓", ArrowUp: "↑", Delete: "Del" };
  return key
    .split("+")
    .map((part) => names[part] ?? (part === "Control" ? "Ctrl" : part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

/** Whether the draft has no score line, so that the score is a separate line. */
export const scoreHasNoLine = (desk: Desk): boolean => desk.view.scoreLineId === bareScoreId;
