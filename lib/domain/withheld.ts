import { AppError } from "./errors";

/** What is said in place of drafts and others' work on a sample that the reader has open themselves. */
export const withheldWords =
  "You have this sample open yourself. Drafts and other people’s work are shown once you have submitted or skipped it.";

/** Refuses such work as a whole. */
export const withheldWork = () => new AppError("forbidden", withheldWords);
