const marker = /^\s*(?:(?:[-*•–·▪◦]|\(?\p{Nd}{1,2}[.)])\s+|\p{Nd}{1,2}、\s*)(?=\S)/u;

/** A drafted line without the list marker it was written with: "1. ", "- ", "• ". For display only; the stored text keeps it. */
export const withoutListMarker = (text: string): string => text.replace(marker, "");

/** A drafted line before and after a change, for display: without their list markers, unless these are all that changed. */
export function withoutListMarkers(before: string, after: string): { before: string; after: string } {
  const bare = { before: withoutListMarker(before), after: withoutListMarker(after) };
  return bare.before === bare.after ? { before, after } : bare;
}
