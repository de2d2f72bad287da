const marker = /^\s*(?:(?:[-*•–·▪◦]|\(?\p{Nd}{1,2}[.)])\s+|\p{Nd}{1,2}、\s*)(?=\S)/u;

/** A drafted line without the list marker it was written with: "1. ", "- ", "• ". For display only; the stored text keeps it. */
export const withoutListMarker = (text: string): string => text.replace(marker, "");
