import { decimals } from "../charts/format";
import { noteOf, type ShownFigure } from "./figure-notes";
import type { Notes } from "./notes";

/** A figure in a cell: the value, the interval below it, and if either is missing the number of the note that says why. */
export function FigureValue({
  figure,
  notes,
  format = decimals,
  strong = false,
}: {
  figure: ShownFigure | undefined;
  notes: Notes;
  format?: (value: number) => string;
  strong?: boolean;
}) {
  if (!figure) return <span className="text-soft">–</span>;
  const note = noteOf(figure);
  const mark = note === null ? null : <NoteMark number={notes.numberOf(note)} />;
  if (figure.value === null) {
    return (
      <span className="text-soft">
        –<span className="sr-only">not defined</span>
        {mark}
      </span>
    );
  }
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className={strong ? "font-medium text-ink" : "text-ink"}>{format(figure.value)}</span>
      {figure.interval ? (
        <span className="block text-label text-soft">{`${format(figure.interval.low)} to ${format(figure.interval.high)}`}</span>
      ) : (
        mark
      )}
    </span>
  );
}

function NoteMark({ number }: { number: number }) {
  return (
    <sup className="ml-px text-[0.6875rem] text-soft">
      <span className="sr-only">note </span>
      {number}
    </sup>
  );
}

/** The notes under the table that refers to them. */
export function NoteList({ notes, className = "" }: { notes: Notes; className?: string }) {
  if (notes.list.length === 0) return null;
  return (
    <ol className={`flex flex-col gap-0.5 text-label text-soft ${className}`}>
      {notes.list.map((sentence, index) => (
        <li key={sentence}>
          <sup className="mr-1">{index + 1}</sup>
          {sentence}
        </li>
      ))}
    </ol>
  );
}
