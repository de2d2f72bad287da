"use client";

import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { commands, type Desk, keyOf } from "./commands";

const fields = "[role=dialog], input, textarea, select, [contenteditable=true], [role=slider]";
/** Elements that capture all keys while open. */
const blocking = "[role=dialog], [role=menu], [role=listbox]";
const pressable = "button:not([aria-checked=true]), a[href], summary, [role=menuitem]";

const isCommand = (key: string) => commands.some(({ keys }) => keys.includes(key));

/**
 * Handles the keys in the command table, except in text fields, in dialogs and on controls that use the key themselves. Keys and clicks on a sample
 * that the server has not begun yet are kept in their order until it has; the returned handler catches the clicks.
 */
export function useCommandKeys(desk: Desk): (event: MouseEvent) => void {
  const [kept, setKept] = useState<readonly (string | HTMLElement)[]>([]);
  const perform = (key: string, isRepeat: boolean) => {
    const found = commands.find((command) => command.keys.includes(key) && command.available(desk));
    if (found === undefined) return "type";
    return isRepeat && !found.repeats ? undefined : found.perform(desk, key);
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    // A dialog still loading its code already owns the keys, and so does the next sample.
    if (desk.dialog !== null || (desk.leaving && !desk.beginning)) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(fields) || document.querySelector(blocking)) return;
    if ((event.key === "Enter" || event.key === " ") && target?.closest(pressable)) return;
    const key = keyOf(event);
    if (desk.beginning) {
      if (isCommand(key) && !event.repeat) setKept((before) => [...before, key]);
      if (isCommand(key)) event.preventDefault();
      return;
    }
    if (perform(key, event.repeat) !== "type") event.preventDefault();
  });
  // One at a time: each acts on what the one before has left.
  const performKept = useEffectEvent(() => {
    const [first, ...rest] = kept;
    if (first === undefined || desk.beginning) return;
    setKept(rest);
    if (typeof first === "string") perform(first, false);
    else first.click();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads what was kept and the latest state; these two say when to call it
  useEffect(() => performKept(), [kept, desk.beginning]);
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (event) => {
    const target = desk.beginning && (event.target as Element).closest<HTMLElement>("button, a, [data-stop]");
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    setKept((before) => [...before, target]);
  };
}
