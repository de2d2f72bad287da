"use client";

import { useCallback, useState } from "react";
import { lastingStore } from "@/lib/client/outbox-storage";

/** Text that is being typed and not yet an action, by place. It survives a reload, a crash and a change of criterion. */
export interface UnfinishedText {
  get: (place: string) => string | undefined;
  set: (place: string, text: string | null) => void;
  /** Places with text, of those that start so. */
  places: (prefix: string) => string[];
}

export function useUnfinishedText(assignmentId: string): UnfinishedText {
  const key = `redline.typing.${assignmentId}`;
  const [texts, setTexts] = useState(() => read(key));
  const set = useCallback(
    (place: string, text: string | null) =>
      setTexts((before) => {
        const { [place]: _former, ...others } = before;
        const after = text === null ? others : { ...others, [place]: text };
        write(key, after);
        return after;
      }),
    [key],
  );
  return { get: (place) => texts[place], set, places: (prefix) => Object.keys(texts).filter((place) => place.startsWith(prefix)) };
}

function read(key: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(lastingStore()?.getItem(key) ?? "{}");
    if (typeof parsed !== "object" || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function write(key: string, texts: Record<string, string>): void {
  try {
    if (Object.keys(texts).length === 0) lastingStore()?.removeItem(key);
    else lastingStore()?.setItem(key, JSON.stringify(texts));
  } catch (error) {
    // A full store costs the copy, not the text on the screen.
    if (!(error instanceof DOMException)) throw error;
  }
}
