import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { TaskReport } from "@/lib/domain/report";
import { type ChapterChoice, chapterChoices, chaptersOf } from "./chapter-names";

/** The open chapter in the URL, first of all the report's first, and a function that opens another. */
export function useChapter(report: Pick<TaskReport, "kind">): [ChapterChoice, (chapter: ChapterChoice) => void] {
  const [chosen, setChosen] = useQueryState("chapter", parseAsStringLiteral(chapterChoices).withOptions({ history: "push" }));
  const known = chaptersOf(report);
  const open = chosen !== null && (chosen === "all" || known.includes(chosen)) ? chosen : (known[0] ?? "all");
  return [open, (chapter) => void setChosen(chapter)];
}
