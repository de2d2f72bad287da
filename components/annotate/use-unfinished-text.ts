"use client";

import { useState } from "react";
import { lastingStore } from "@/lib/client/outbox-storage";

/** Typed text that is not an action yet, by place: `CRITERION/LINE`. It survives a reload, a crash and a change of criterion. */
export interface UnfinishedText {
  get: (place: string) => string | undefined;
  set: (place: string, text: string | null) => void;
  /** Places with unfinished text. */
  places: readonly string[];
}

/** An assignment's unfinished text, in this tab and in browser storage. */
export function useUnfinishedText(assignmentId: string): UnfinishedText {
  const key = `redline.typing.${assignmentId}`;
  const [texts, setTexts] = useState(() => read(key));
  const set = (place: string, text: string | null) => {
    // Read again, because another tab may have written to the same entry.
    write(key, put(read(key), place, text));
    setTexts((before) => put(before, place, text));
  };
  return { get: (place) => texts[place], set, places: Object.keys(texts) };
}

function put(texts: Record<string, string>, place: string, text: string | null): Record<string, string> {
  if (texts[place] === (text ?? undefined)) return texts;
  const { [place]: _former, ...others } = texts;
  return text === null ? others : { ...others, [place]: text };
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
    // If storage is full, only the copy is lost, not the text on the screen.
    if (!(error instanceof DOMException)) throw error;
  }
}
