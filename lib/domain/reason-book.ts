import type { CodebookEntry, ReasonCode, ReasonCodebooks } from "./reason-codes";

// Apart from the schemas, so that the workspace's page does not load zod for a list of words.
const entry = (code: string, label = code.replaceAll("-", " ")): CodebookEntry => ({ code, label, retired: false });

/** The reasons of a project that has not edited them. */
export const productCodebooks: ReasonCodebooks = {
  items: [
    entry("wrong-score"),
    entry("made-up"),
    entry("overlooked-evidence"),
    entry("misread-text", "misread the text"),
    entry("misapplied-criterion", "misapplied the criterion"),
    entry("unclear"),
    entry("other"),
  ],
  criteria: [
    entry("unnecessary"),
    entry("duplicate"),
    entry("cannot-be-judged"),
    entry("wrong-scale"),
    entry("unclear"),
    entry("too-broad"),
    entry("other"),
  ],
};

/** A project's codebooks; the product's where it has not edited one. */
export const codebooksOf = (edited: Partial<ReasonCodebooks>): ReasonCodebooks => ({ ...productCodebooks, ...edited });

/** The label of a code; of one in no codebook (imported, or from an earlier release), the code itself in words. */
export const reasonLabel = (book: readonly CodebookEntry[], code: ReasonCode): string =>
  book.find((known) => known.code === code)?.label ?? code.replaceAll("-", " ");

/** The first code among these that the codebook does not have; null: it has them all. Retired codes count: work begun with one is not lost. */
export const unknownReason = (book: readonly CodebookEntry[], codes: readonly (ReasonCode | null)[]): ReasonCode | null =>
  codes.find((code) => code !== null && !book.some((known) => known.code === code)) ?? null;
