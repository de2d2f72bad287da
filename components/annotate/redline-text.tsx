import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { wordDiff } from "@/lib/review/word-diff";

/** A text with its changes as a redline: struck, put in, kept. */
export function RedlineText({ before, after, className }: { before: string; after: string; className?: string }) {
  const parts = useMemo(() => {
    let at = 0;
    return wordDiff(before, after).map((part) => {
      const key = `${part.kind}-${at}`;
      at += part.text.length;
      return { ...part, key };
    });
  }, [before, after]);
  return (
    <span className={cn("manuscript", className)} dir="auto">
      {parts.map((part) => {
        if (part.kind === "removed")
          return (
            <del key={part.key} className="struck">
              {part.text}
            </del>
          );
        if (part.kind === "inserted")
          return (
            <ins key={part.key} className="put-in">
              {part.text}
            </ins>
          );
        return <span key={part.key}>{part.text}</span>;
      })}
    </span>
  );
}
