import { wordDiff } from "@/lib/review/word-diff";

/** A text with its changes, struck and inserted, readable without colour too. */
export function RedlinedText({ before, after }: { before: string; after: string }) {
  if (before === after) return <>{after}</>;
  let at = 0;
  return wordDiff(before, after).map((part) => {
    const key = `${at}-${part.kind}`;
    at += part.text.length;
    if (part.kind === "removed") {
      return (
        <del key={key} className="struck">
          {part.text}
        </del>
      );
    }
    if (part.kind === "inserted") {
      return (
        <ins key={key} className="put-in">
          {part.text}
        </ins>
      );
    }
    return <span key={key}>{part.text}</span>;
  });
}
