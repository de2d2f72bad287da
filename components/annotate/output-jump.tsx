"use client";

import { type RefObject, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";

const places = ["input", "A", "B"] as const;
type Place = (typeof places)[number];

/** How far below the bar a part may begin and still count as the one being read. */
const readingPx = 56;

interface Jump {
  /** The part of the sample being read. */
  at: Place;
  onScroll: () => void;
  go: (place: Place) => void;
}

/** Jumps between the parts of a pair inside the scrolling pane, and back to the reading position. Outputs carry `data-place`. */
export function useOutputJump(pane: RefObject<HTMLElement | null>): Jump {
  const [at, setAt] = useState<Place>("input");
  const left = useRef(new Map<Place, number>());
  /** The scroll offset that puts a part right under the bar. Anything before the outputs is at the top. */
  const startOf = (place: Place): number => {
    if (place === "input") return 0;
    const part = pane.current?.querySelector(`[data-place=${place}]`);
    if (!pane.current || !part) return 0;
    const bar = pane.current.querySelector("[data-output-jump]")?.getBoundingClientRect().height ?? 0;
    return part.getBoundingClientRect().top - pane.current.getBoundingClientRect().top + pane.current.scrollTop - bar;
  };
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = pane.current ?? {};
    const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    setAt(atEnd ? "B" : (places.findLast((place) => startOf(place) <= scrollTop + readingPx) ?? "input"));
  };
  const go = (place: Place) => {
    if (!pane.current) return;
    left.current.set(at, pane.current.scrollTop);
    pane.current.scrollTop = place === at ? startOf(place) : (left.current.get(place) ?? startOf(place));
    setAt(place);
  };
  return { at, onScroll, go };
}

/** Jumps to the input, to A and to B where the outputs are stacked, so that two long texts can be compared. */
export function OutputJump({ jump, inputName, outputName }: { jump: Jump; inputName: string; outputName: string }) {
  return (
    <fieldset className="flex min-w-0 overflow-hidden rounded-control border bg-card">
      <legend className="sr-only">Jump to a text</legend>
      {places.map((place) => (
        <button
          key={place}
          type="button"
          aria-label={place === "input" ? undefined : `${outputName} ${place}`}
          aria-current={jump.at === place || undefined}
          onClick={() => jump.go(place)}
          className={cn(
            "min-h-8 min-w-12 truncate px-3 text-small font-medium base:text-soft [button+&]:border-l first-letter:uppercase focus-visible:-outline-offset-2 pointer-coarse:min-h-9",
            jump.at === place && "bg-accent-soft text-accent",
          )}
        >
          {place === "input" ? inputName : place}
        </button>
      ))}
    </fieldset>
  );
}
