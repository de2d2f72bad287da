"use client";

import { useEffect, useSyncExternalStore } from "react";

/** A command that the open page adds to the palette. */
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

/** Adds a page's commands to the palette while the page is open. */
export function useOfferCommands(offered: readonly PaletteCommand[]): void {
  useEffect(() => {
    replace(offered);
    return () => replace(none);
  }, [offered]);
}

/** The open page's commands. */
export const useOfferedCommands = (): readonly PaletteCommand[] =>
  useSyncExternalStore(
    subscribe,
    () => commands,
    () => none,
  );
