import type { InstanceState } from "@/lib/domain/instance";
import { bytes, count } from "../charts/format";
import { Panel } from "../ui/panel";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { figureOf, valuesBy } from "./pick-figures";

const mostTables = 8;
const milliseconds = (ms: number) => (ms < 10 ? ms.toFixed(1) : count(ms));

/** The database's size by table, and its slow statements. */
export function DatabasePanel({ figures, slowStatements }: Pick<InstanceState, "figures" | "slowStatements">) {
  const size = figureOf(figures, "database_bytes") ?? 0;
  const tables = [...valuesBy(figures, "table_bytes", "table")].slice(0, mostTables);
  return (
    <Panel title="Database" description={`${bytes(size)} in all, with indexes.`}>
      <div className="flex flex-col gap-4">
        <ul aria-label="Largest tables" className="grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
          {tables.map(([table, tableBytes]) => (
            <li key={table} className="flex flex-col gap-1">
              <p className="flex justify-between gap-4 text-small">
                <code className="font-mono text-label">{table}</code>
                <span className="text-soft tabular-nums">{bytes(tableBytes)}</span>
              </p>
              <div aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
                <div className="h-full bg-accent" style={{ width: `${size === 0 ? 0 : (tableBytes / size) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
        <h3 className="text-body font-semibold">Statements that took the most time</h3>
        {slowStatements === null && (
          <p className="text-small text-soft">
            The database does not collect them. Add <code className="font-mono text-label">pg_stat_statements</code> to its
            shared_preload_libraries, and run <code className="font-mono text-label">create extension pg_stat_statements</code>.
          </p>
        )}
        {slowStatements?.length === 0 && <p className="text-small text-soft">None yet.</p>}
        {slowStatements !== null && slowStatements.length > 0 && (
          <Table label="Statements that took the most time">
            <TableHead>
              <TableRow>
                <HeaderCell>Statement</HeaderCell>
                <HeaderCell numeric>Calls</HeaderCell>
                <HeaderCell numeric>Mean, ms</HeaderCell>
                <HeaderCell numeric>In all, s</HeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {slowStatements.map(({ statement, calls, meanMs, totalMs }) => (
                <TableRow key={statement}>
                  <Cell className="min-w-64 font-mono text-label wrap-anywhere">{statement}</Cell>
                  <Cell numeric>{count(calls)}</Cell>
                  <Cell numeric>{milliseconds(meanMs)}</Cell>
                  <Cell numeric>{(totalMs / 1000).toFixed(1)}</Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </div>
    </Panel>
  );
}
