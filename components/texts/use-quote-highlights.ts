"use client";

import { type RefObject, useEffect } from "react";
import type { QuotedText } from "./quoted-text";
import { rangesIn } from "./text-ranges";

/**
 * Highlights quotations in rendered text with the browser's highlights, which leave its elements alone: a long text is rendered once, however often
 * the line in focus changes.
 */
export function useQuoteHighlights(root: RefObject<HTMLElement | null>, quotes: readonly QuotedText[]): void {
  const key = JSON.stringify(quotes);
  useEffect(() => {
    const wanted = JSON.parse(key) as QuotedText[];
    if (root.current === null || wanted.length === 0 || typeof CSS === "undefined" || !("highlights" in CSS)) return;
    const found = rangesIn(
      root.current,
      wanted.map(({ quote }) => quote),
    );
    const added = found.flatMap((ranges, index) => {
      const shared = highlightCalled(wanted[index]?.focused ? "quoted-focused" : "quoted");
      for (const range of ranges) shared.add(range);
      return ranges.map((range) => () => shared.delete(range));
    });
    const focused = found.find((ranges, index) => wanted[index]?.focused && ranges.length > 0)?.[0];
    focused?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
    return () => {
      for (const remove of added) remove();
    };
  }, [root, key]);
}

/** The highlight of that name, which app/globals.css styles; both outputs of a pair share it. */
function highlightCalled(name: string): Highlight {
  const known = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, known);
  return known;
}
