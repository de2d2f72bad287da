import type { ReactNode } from "react";
import type { TaskReport } from "@/lib/domain/report";
import { anchoringNote } from "./anchoring";
import { excludedWords } from "./excluded-words";
import { headline, type Level } from "./headline";

/** The report's opening: conclusion, basis and cautions. */
export function ReportHead({
  report,
  level,
  judge,
  controls,
  excludedSwitch,
}: {
  report: TaskReport;
  level: Level;
  judge: string | null;
  controls: ReactNode;
  /** Shows the report the other way: with the work of excluded people, or without. */
  excludedSwitch: ReactNode;
}) {
  const { sentence, basis } = headline(report, level, judge);
  const note = anchoringNote(report);
  const excluded = excludedWords(report, level);
  return (
    <header data-panel="Conclusion" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h1 className="max-w-[46ch] text-balance max-sm:text-[1.375rem] max-sm:leading-7 font-semibold text-headline text-ink tracking-[-0.01em]">
          {sentence}
        </h1>
        <div className="max-w-[76ch] text-body text-soft">
          {basis.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <div data-screen-only className="contents">
        {controls}
      </div>
      {excluded && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-caution-soft px-4 py-3 text-small text-caution">
          <p className="min-w-0 grow basis-64 wrap-anywhere">{excluded}</p>
          <div data-screen-only className="contents">
            {excludedSwitch}
          </div>
        </div>
      )}
      {note && (
        <p className={note.tone === "caution" ? "rounded-panel bg-caution-soft px-4 py-3 text-small text-caution" : "text-small text-soft"}>
          {note.text}
        </p>
      )}
    </header>
  );
}
