import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { TaskReport } from "@/lib/domain/report";
import { type ChapterChoice, chapterChoices } from "@/lib/domain/report-chapter-names";
import { chaptersOf } from "./chapter-names";

const parameter = parseAsStringLiteral(chapterChoices).withOptions({ history: "push" });

/** The chapter in the URL; before there is a report, the one that most readers open first. */
export const useChapterInUrl = (): ChapterChoice => useQueryState("chapter", parameter)[0] ?? "verdict";

/** The open chapter in the URL, first of all the report's first, and a function that opens another. */
export function useChapter(report: Pick<TaskReport, "kind">): [ChapterChoice, (chapter: ChapterChoice) => void] {
  const [chosen, setChosen] = useQueryState("chapter", parameter);
  const known = chaptersOf(report);
  const open = chosen !== null && (chosen === "all" || known.includes(chosen)) ? chosen : (known[0] ?? "all");
  return [open, (chapter) => void setChosen(chapter)];
}
