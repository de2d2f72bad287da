/** The report's chapters in reading order. */
export const chapterNames = [
  "pairwise",
  "verdict",
  "people",
  "judges",
  "scores",
  "bias",
  "influence",
  "criteria",
  "next",
  "methods",
] as const;
export type ChapterName = (typeof chapterNames)[number];

/** What is open: a chapter, or all of them on one page. */
export const chapterChoices = [...chapterNames, "all"] as const;
export type ChapterChoice = (typeof chapterChoices)[number];

/** In every report, even one of values alone: the conclusion rests on the first two, and the third says what figures rest on. */
const always: readonly ChapterName[] = ["pairwise", "verdict", "methods"];

/** Whether values computed for a reader of `wanted` have this chapter's figures; the other chapters come with the intervals. */
export const valuesInclude = (wanted: ChapterChoice, chapter: ChapterName): boolean =>
  wanted === "all" || wanted === chapter || always.includes(chapter);

/** Whether they have figures of what people did with drafts. */
export const restOnDraftWork = (wanted: ChapterChoice): boolean => valuesInclude(wanted, "people") || valuesInclude(wanted, "influence");
