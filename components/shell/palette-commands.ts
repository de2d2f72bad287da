"use client";

import { useEffect, useSyncExternalStore } from "react";

/** Something the command palette can do on the page that is open. */
export interface PaletteCommand {
  id: string;
  label: string;
  group: string;
  keys?: string;
  perform: () => void;
}

let commands: readonly PaletteCommand[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly PaletteCommand[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

const none: readonly PaletteCommand[] = [];
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Puts a page's commands into the palette for as long as the page is open. */
export function useOfferCommands(offered: readonly PaletteCommand[]): void {
  useEffect(() => {
    replace(offered);
    return () => replace(none);
  }, [offered]);
}

/** The commands of the page that is open. */
export const useOfferedCommands = (): readonly PaletteCommand[] =>
  useSyncExternalStore(
    subscribe,
    () => commands,
    () => none,
  );
