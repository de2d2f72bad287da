"use client";

import { useEffect, useEffectEvent } from "react";
import { commands, type Desk, keyOf } from "./commands";

const fields = "input, textarea, select, [contenteditable=true], [role=slider]";
const pressable = "button:not([role=radio]), a[href], summary, [role=menuitem]";

/** Makes every key of the command table work, except where somebody types, in dialogs, and where a control has a use for the key. */
export function useCommandKeys(desk: Desk): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(fields) || document.querySelector("[role=dialog], [role=menu], [role=listbox]")) return;
    if ((event.key === "Enter" || event.key === " ") && target?.closest(pressable)) return;
    const key = keyOf(event);
    const found = commands.find((command) => command.keys.includes(key) && command.available(desk));
    if (found === undefined) return;
    if (found.perform(desk, key) !== "type") event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
