"use client";

import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { isKeepable, type KeptKey, keptKey, replayKey, useKeysForDialog } from "@/components/ui/kept-keys";
import { commands, type Desk, keyOf } from "./commands";

const fields = "[role=dialog], input, textarea, select, [contenteditable=true], [role=slider]";
/** Elements that capture all keys while open. */
const blocking = "[role=dialog], [role=menu], [role=listbox]";
const pressable = "button:not([aria-checked=true]), a[href], summary, [role=menuitem]";

const isCommand = (key: string) => commands.some(({ keys }) => keys.includes(key));
const isForField = ({ target }: Event) =>
  (target instanceof Element && target.closest(fields) !== null) || document.querySelector(blocking) !== null;

/**
 * Handles the keys in the command table, except in text fields, in dialogs and on controls that use the key themselves. Keys and clicks on a sample
 * that the server has not begun yet are kept in their order until it has; the returned handler catches the clicks.
 */
export function useCommandKeys(desk: Desk): (event: MouseEvent) => void {
  const [kept, setKept] = useState<readonly (KeptKey | HTMLElement)[]>([]);
  // Before the effect that presses kept keys, so that a dialog that one of them opens gets the next.
  useKeysForDialog(desk.dialog !== null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    // A dialog still loading its code already owns the keys, and so does the next sample.
    if (desk.dialog !== null || desk.leaving || isForField(event)) return;
    const target = event.target instanceof Element ? event.target : null;
    if ((event.key === "Enter" || event.key === " ") && target?.closest(pressable)) return;
    const key = keyOf(event);
    const found = commands.find((command) => command.keys.includes(key) && command.available(desk));
    if (found === undefined) return;
    const performed = event.repeat && !found.repeats ? undefined : found.perform(desk, key);
    if (performed !== "type") event.preventDefault();
  });
  // Before any control sees the key: what is pressed first acts first, so arrows on score buttons and text for an editor wait like commands.
  const keepKey = useEffectEvent((event: KeyboardEvent) => {
    if (!desk.beginning || event.isComposing || event.altKey || isForField(event)) return;
    if (!isCommand(keyOf(event)) && !isKeepable(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) setKept((before) => [...before, keptKey(event)]);
  });
  // One at a time: each acts on what the one before has left.
  useEffect(() => {
    const [first, ...rest] = kept;
    if (first === undefined || desk.beginning) return;
    setKept(rest);
    if (first instanceof HTMLElement) first.click();
    else replayKey(first);
  }, [kept, desk.beginning]);
  useEffect(() => {
    window.addEventListener("keydown", keepKey, { capture: true });
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", keepKey, { capture: true });
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return (event) => {
    const target = desk.beginning && (event.target as Element).closest<HTMLElement>("button, a, [data-stop]");
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    setKept((before) => [...before, target]);
  };
}
