import type { ReactNode } from "react";
import type { ImportSummary } from "@/lib/domain/import";
import { count, figuresOf } from "../charts/format";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { ChangesTable } from "./changes-table";
import { commitChoice, countSentence } from "./import-words";
import { PreviewTable } from "./preview-table";
import { ProblemsTable } from "./problems-table";

interface ImportPreviewProps {
  summary: ImportSummary;
  busy: boolean;
  /** The file's columns beside Redline's fields, if it is one table. */
  columns?: ReactNode;
  onCommit: (options: { skipBadRows: boolean; updateSamples: boolean }) => void;
  onDiscard: () => void;
}

/** The preview of a checked file before anything is written: what it would add, its problems and its first rows. */
export function ImportPreview({ summary, busy, columns, onCommit, onDiscard }: ImportPreviewProps) {
  const choice = commitChoice(summary);
  const changed = summary.counts.samplesChanged;
  return (
    <div className="flex flex-col gap-8">
      <Banner tone={summary.problemCount === 0 ? "accent" : "caution"}>
        <p className="font-medium wrap-anywhere">
          {summary.problemCount === 0
            ? summary.counts.rows === 0
              ? `${summary.fileName} was read, all valid.`
              : `${figuresOf(summary.counts.rows, "row")} read from ${summary.fileName}, all valid.`
            : `${figuresOf(summary.counts.rows, "valid row")} in ${summary.fileName}, and ${figuresOf(summary.problemCount, "problem")}.`}
        </p>
        <p>
          {summary.problemCount === 0 ? "It brings" : "The valid rows add"} {countSentence(summary.counts)}.{" "}
          {changed > 0 && `${figuresOf(changed, "sample here has", "samples here have")} other content in the file. `}
          Nothing has been written yet.
        </p>
      </Banner>
      {changed > 0 && (
        <section className="flex flex-col gap-3" aria-label="Changes">
          <h2 className="text-title">Changes to samples</h2>
          <p className="max-w-prose text-small text-soft">
            Nobody has rated these samples yet, so the file may replace their content. Undoing the import brings it back.
          </p>
          <ChangesTable changes={summary.changes} samples={changed} />
        </section>
      )}
      {summary.problemCount > 0 && (
        <section className="flex flex-col gap-3" aria-label="Problems">
          <h2 className="text-title">Problems</h2>
          <ProblemsTable problems={summary.problems} problemCount={summary.problemCount} />
        </section>
      )}
      {columns}
      <Warnings warnings={summary.warnings} />
      {summary.preview.length > 0 && (
        <section className="flex flex-col gap-3" aria-label="First rows">
          <h2 className="text-title">First rows</h2>
          <PreviewTable rows={summary.preview} />
        </section>
      )}
      <footer className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t bg-paper px-4 py-3 sm:-mx-8 sm:px-8">
        {choice.blocked && <p className="grow basis-64 text-small text-soft">{choice.blocked}</p>}
        <Button disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
        {choice.withoutBadRows && (
          <Button
            variant={choice.update === null ? "primary" : "secondary"}
            busy={busy && choice.update === null}
            disabled={busy}
            onClick={() => onCommit({ skipBadRows: true, updateSamples: false })}
          >
            {choice.update === null ? "Import only the valid rows" : "Leave them, import the rest"}
          </Button>
        )}
        {choice.update !== null && (
          <Button variant="primary" busy={busy} onClick={() => onCommit({ skipBadRows: summary.problemCount > 0, updateSamples: true })}>
            {choice.update}
          </Button>
        )}
        {choice.whole && (
          <Button variant="primary" busy={busy} onClick={() => onCommit({ skipBadRows: false, updateSamples: false })}>
            Import everything
          </Button>
        )}
      </footer>
    </div>
  );
}

/** Warnings that do not block an import. */
export function Warnings({ warnings }: { warnings: ImportSummary["warnings"] }) {
  if (warnings.length === 0) return null;
  return (
    <section className="flex flex-col gap-3" aria-label="Oddities">
      <h2 className="text-title">Oddities, kept unchanged</h2>
      <ul className="divide-y rounded-panel border bg-card text-small">
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.message}`} className="flex gap-4 px-4 py-2.5">
            <span className="w-14 shrink-0 text-right text-ink">{count(warning.count)}</span>
            <span className="min-w-0 wrap-anywhere text-soft">{warning.message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
