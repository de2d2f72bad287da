import type { SampleChange } from "@/lib/domain/import";
import { count, figuresOf } from "../charts/format";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

/** What a file's rows change of stored samples, field by field. */
export function ChangesTable({ changes, samples }: { changes: readonly SampleChange[]; samples: number }) {
  const shown = new Set(changes.map(({ sample }) => sample)).size;
  return (
    <div className="flex flex-col gap-2">
      <Table label={`Changes to ${figuresOf(samples, "sample")}`} className="max-h-96">
        <TableHead>
          <TableRow>
            <HeaderCell numeric>Row</HeaderCell>
            <HeaderCell>Sample</HeaderCell>
            <HeaderCell>Field</HeaderCell>
            <HeaderCell className="w-1/3">Here</HeaderCell>
            <HeaderCell className="w-1/3">In the file</HeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map((change) => (
            <TableRow key={`${change.file} ${change.row} ${change.sample} ${change.field}`}>
              <Cell numeric>{change.row === null ? <span className="text-soft">–</span> : count(change.row)}</Cell>
              <Cell className="max-w-48 wrap-anywhere">{change.sample}</Cell>
              <Cell className="min-w-24 wrap-anywhere">{change.field}</Cell>
              <Value text={change.before} />
              <Value text={change.after} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {samples > shown && (
        <p className="px-4 text-small text-soft">
          … and {figuresOf(samples - shown, "more sample")}. The first {count(changes.length)} changes are shown.
        </p>
      )}
    </div>
  );
}

const Value = ({ text }: { text: string | null }) => (
  <Cell className="min-w-48 whitespace-pre-wrap wrap-anywhere">{text === null ? <span className="text-soft">nothing</span> : text}</Cell>
);
