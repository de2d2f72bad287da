import type { ImportProblem } from "@/lib/domain/import";
import { count, figuresOf } from "../charts/format";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { andMore } from "./import-words";

/** A file's problems by row, numbered as the file's own editor numbers them. */
export function ProblemsTable({ problems, problemCount }: { problems: ImportProblem[]; problemCount: number }) {
  const more = andMore(problems.length, problemCount);
  return (
    <div className="flex flex-col gap-2">
      <Table label={`${figuresOf(problemCount, "problem")} in the file`} className="max-h-96">
        <TableHead>
          <TableRow>
            <HeaderCell>File</HeaderCell>
            <HeaderCell numeric>Row</HeaderCell>
            <HeaderCell>Field</HeaderCell>
            <HeaderCell className="w-1/2">Problem</HeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {problems.map((problem) => (
            <TableRow key={`${problem.file} ${problem.row} ${problem.field} ${problem.message}`}>
              <Cell className="max-w-48 truncate text-soft" title={problem.file}>
                {problem.file}
              </Cell>
              <Cell numeric>{problem.row === null ? <span className="text-soft">whole file</span> : count(problem.row)}</Cell>
              <Cell className="wrap-anywhere">{problem.field ?? <span className="text-soft">–</span>}</Cell>
              <Cell className="min-w-64 wrap-anywhere">{problem.message}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more && (
        <p className="px-4 text-small text-soft">
          … {more}. The first {count(problems.length)} are shown.
        </p>
      )}
    </div>
  );
}
