import { useMemo } from "react";
import { foldMarks, PairText } from "@/components/texts/pair-text";
import { cn } from "@/components/ui/cn";
import { wordDiff } from "@/lib/review/word-diff";

interface RedlineTextProps {
  before: string;
  after: string;
  className?: string;
  /** Whether the texts belong to a pair and may name its outputs. */
  pair?: boolean;
}

/** A redline: struck, inserted and unchanged text. */
export function RedlineText({ before, after, className, pair = false }: RedlineTextProps) {
  const parts = useMemo(() => {
    let at = 0;
    return (pair ? wordDiff(foldMarks(before), foldMarks(after)) : wordDiff(before, after)).map((part) => {
      const key = `${part.kind}-${at}`;
      at += part.text.length;
      return { ...part, key };
    });
  }, [before, after, pair]);
  const drawn = (text: string) => (pair ? <PairText text={text} /> : text);
  return (
    <span className={cn("manuscript", className)} dir="auto">
      {parts.map((part) => {
        if (part.kind === "removed")
          return (
            <del key={part.key} className="struck">
              {drawn(part.text)}
            </del>
          );
        if (part.kind === "inserted")
          return (
            <ins key={part.key} className="put-in">
              {drawn(part.text)}
            </ins>
          );
        return <span key={part.key}>{drawn(part.text)}</span>;
      })}
    </span>
  );
}
