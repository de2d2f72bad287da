import type { ReactNode } from "react";
import type { TaskReport } from "@/lib/domain/report";
import { anchoringNote } from "./anchoring";
import { headline, type Level } from "./headline";

/** The report's opening: conclusion, basis and cautions. */
export function ReportHead({
  report,
  level,
  judge,
  controls,
}: {
  report: TaskReport;
  level: Level;
  judge: string | null;
  controls: ReactNode;
}) {
  const { sentence, basis } = headline(report, level, judge);
  const note = anchoringNote(report);
  return (
    <header className="flex flex-col gap-4">
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
      {controls}
      {note && (
        <p className={note.tone === "caution" ? "rounded-panel bg-caution-soft px-4 py-3 text-small text-caution" : "text-small text-soft"}>
          {note.text}
        </p>
      )}
    </header>
  );
}
