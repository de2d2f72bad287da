import type { ReactNode } from "react";
import { type ChapterChoice, type ChapterName, valuesInclude } from "@/lib/domain/report-chapter-names";
import { atOnce, onDemand } from "../ui/on-demand";
import { Skeleton } from "../ui/skeleton";
import { chaptersOf, chapterWords } from "./chapter-names";
import type { ChapterProps } from "./chapter-props";
import { ChapterVerdict } from "./chapter-verdict";
import * as rarePanels from "./rare-panels";

// The code of a chapter is fetched when it is first opened, except of the one that most readers open first: what all chapters share comes with it.
const parts = {
  pairwise: onDemand<ChapterProps>(async () => (await import("./chapter-pairwise")).ChapterPairwise),
  verdict: atOnce(ChapterVerdict),
  people: onDemand<ChapterProps>(async () => (await import("./chapter-people")).ChapterPeople),
  judges: onDemand<ChapterProps>(async () => (await import("./chapter-judges")).ChapterJudges),
  scores: onDemand<ChapterProps>(async () => (await import("./chapter-scores")).ChapterScores),
  bias: onDemand<ChapterProps>(async () => (await import("./chapter-bias")).ChapterBias),
  influence: onDemand<ChapterProps>(async () => (await import("./chapter-influence")).ChapterInfluence),
  criteria: onDemand<ChapterProps>(async () => (await import("./chapter-criteria")).ChapterCriteria),
  next: onDemand<ChapterProps>(async () => (await import("./chapter-next")).ChapterNext),
  methods: onDemand<ChapterProps>(async () => (await import("./chapter-methods")).ChapterMethods),
} satisfies Record<ChapterName, unknown>;

/** Prefetches the code of a chapter that will probably be opened. */
export function prepareChapter(choice: ChapterChoice): void {
  for (const name of choice === "all" ? (Object.keys(parts) as ChapterName[]) : [choice]) parts[name].prepare();
}

/** Fetches the code of every chapter: for what shows all of them at once, as print does. */
export const loadChapters = async (): Promise<void> =>
  void (await Promise.all([...Object.values(parts), ...Object.values(rarePanels)].map(({ load }) => load())));

export type ChapterEndings = Partial<Record<ChapterName, ReactNode>>;

interface ChaptersProps extends ChapterProps {
  open: ChapterChoice;
  /** In a report of values only: the chapter that was computed; null: the report is complete. */
  valuesFor?: ChapterChoice | null;
  /** What chapters end with that needs more than the report. */
  endings?: ChapterEndings | undefined;
}

/** The open chapter of the report, or all of them in reading order, each under its name. */
export function Chapters({ open, valuesFor = null, endings = {}, ...props }: ChaptersProps) {
  return chaptersOf(props.report)
    .filter((name) => open === "all" || open === name)
    .map((name) => {
      const Part = parts[name];
      const { title, nothing } = chapterWords[name];
      return (
        <section key={name} aria-label={title} className="flex flex-col gap-6">
          {open === "all" && (
            <h2 data-chapter-title className="mt-4 border-b pb-2 text-headline font-semibold text-ink">
              {title}
            </h2>
          )}
          <div data-chapter={name} className={`peer ${columns}`}>
            {valuesFor === null || valuesInclude(valuesFor, name) ? (
              <Part
                {...props}
                waiting={
                  <div role="status" aria-label={`Loading ${title}`}>
                    <Skeleton className="h-96 rounded-panel print:hidden" />
                    {notPrinted}
                  </div>
                }
                missing={
                  <>
                    <p className="text-small text-soft print:hidden">This chapter could not be loaded. Reload the page to try again.</p>
                    {notPrinted}
                  </>
                }
              />
            ) : (
              <div role="status" className="flex flex-col gap-3">
                <p className="text-small text-soft">This chapter is being computed and appears here by itself.</p>
                <Skeleton className="h-96 rounded-panel" />
              </div>
            )}
            {endings[name]}
          </div>
          <p
            data-chapter-empty
            className={`hidden rounded-panel border border-edge border-dashed px-5 py-8 text-small text-soft ${ifEmpty}`}
          >
            {nothing}
          </p>
        </section>
      );
    });
}

/** Only on paper: the browser's menu prints at once, without waiting for what was never open. */
const notPrinted = (
  <p className="hidden text-small text-soft print:block">
    This chapter had not been loaded when the page was printed. The Print button of the report, or Ctrl+P, prints all of them.
  </p>
);

/** Panels take the width of a desktop's screen, two side by side on a wall's; `data-half` and `data-full` mark the others. */
const columns =
  "grid grid-cols-1 gap-6 lg:grid-cols-2 min-[1900px]:grid-cols-4 [&>*]:min-w-0 [&>:empty]:hidden [&>[data-full]]:col-span-full lg:[&>:not([data-half]):not([data-full])]:col-span-2";
/** Chapters consist of panels; one without any says why. */
const ifEmpty = "peer-[:not(:has(>*))]:block";
