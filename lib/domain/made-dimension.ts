/** The dimensions in which CAMIEval judges every sample, made concrete for it; it adds others that are specific to one sample. */
export const fundamentalDimensions = ["relevance", "factuality", "adherence"] as const;

/** Dimensions of different samples can be counted together only where they are of one kind. */
export const madeKinds = [...fundamentalDimensions, "specific"] as const;
export type MadeKind = (typeof madeKinds)[number];

/** The kind of a dimension that a judge made for a sample, by its name; a specific one never has a fundamental one's. */
export const madeKindOf = (name: string): MadeKind => fundamentalDimensions.find((one) => one === name.trim().toLowerCase()) ?? "specific";
