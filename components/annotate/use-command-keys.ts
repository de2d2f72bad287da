"use client";

import { useEffect, useEffectEvent } from "react";
import { commands, type Desk, keyOf } from "./commands";

const fields = "[role=dialog], input, textarea, select, [contenteditable=true], [role=slider]";
/** Elements that capture all keys while open. */
const blocking = "[role=dialog], [role=menu], [role=listbox]";
const pressable = "button:not([aria-checked=true]), a[href], summary, [role=menuitem]";

/** Handles the keys in the command table, except in text fields, in dialogs and on controls that use the key themselves. */
export function useCommandKeys(desk: Desk): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    // A dialog still loading its code already owns the keys, and so does the next sample.
    if (desk.dialog !== null || desk.leaving) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(fields) || document.querySelector(blocking)) return;
    if ((event.key === "Enter" || event.key === " ") && target?.closest(pressable)) return;
    const key = keyOf(event);
    const found = commands.find((command) => command.keys.includes(key) && command.available(desk));
    if (found === undefined) return;
    if (event.repeat && !found.repeats) return event.preventDefault();
    if (found.perform(desk, key) !== "type") event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
