"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SampleImage } from "@/components/ui/sample-image";

const scales = [1, 2, 4] as const;

/** A sample's image, fitted to the width or enlarged; an enlarged one scrolls. */
export function ZoomableImage({ url }: { url: string }) {
  const [scale, setScale] = useState<(typeof scales)[number]>(1);
  const next = scales[(scales.indexOf(scale) + 1) % scales.length] ?? 1;
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex gap-1.5">
        <legend className="sr-only">Size</legend>
        {scales.map((each) => (
          <Button
            key={each}
            size="small"
            aria-pressed={each === scale}
            className={cn(each === scale && "border-accent")}
            onClick={() => setScale(each)}
          >
            {each === 1 ? "Fit" : `${each}×`}
          </Button>
        ))}
      </fieldset>
      <button
        type="button"
        aria-label={next === 1 ? "Fit the image" : `Enlarge the image ${next} times`}
        className={cn("overflow-auto rounded-control", next === 1 ? "cursor-zoom-out" : "cursor-zoom-in")}
        onClick={() => setScale(next)}
      >
        <SampleImage src={url} style={{ width: `${scale * 100}%`, maxWidth: "none" }} />
      </button>
    </div>
  );
}
