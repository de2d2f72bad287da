import { hash } from "node:crypto";

/** A short id for texts that have none: the same texts have the same id in every file. */
export const shortHash = (...texts: readonly string[]): string => hash("sha256", JSON.stringify(texts)).slice(0, 12);
