import type { PlanContent, PlanPreview } from "@/lib/domain/study-plan";
import { count } from "../charts/format";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { armNames } from "./choice-words";

/** Ratings by system and arm, and the least and most that one person gives. */
export function BalanceTable({ content: { arms }, preview: { systems, samples, seats } }: { content: PlanContent; preview: PlanPreview }) {
  const names = armNames(arms);
  return (
    <Table label="Balance over systems and arms" className="text-small">
      <TableHead>
        <TableRow>
          <HeaderCell>System</HeaderCell>
          <HeaderCell numeric>samples</HeaderCell>
          {names.map((name) => (
            <HeaderCell key={name} numeric>
              {name}
            </HeaderCell>
          ))}
          {names.map((name) => (
            <HeaderCell key={name} numeric>
              a person, {name}
            </HeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {systems.map((row) => (
          <TableRow key={row.system}>
            <Cell className="min-w-32 wrap-anywhere">{row.system ?? <span className="text-soft">not stated</span>}</Cell>
            <Cell numeric>{count(row.samples)}</Cell>
            {row.arms.map(({ ratings }, index) => (
              <Cell key={names[index]} numeric>
                {count(ratings)}
              </Cell>
            ))}
            {row.arms.map(({ least, most }, index) => (
              <Cell key={names[index]} numeric>
                {range(least, most)}
              </Cell>
            ))}
          </TableRow>
        ))}
        <TableRow className="font-medium">
          <Cell>All</Cell>
          <Cell numeric>{count(samples)}</Cell>
          {names.map((name, index) => (
            <Cell key={name} numeric>
              {count(seats.reduce((sum, { byArm }) => sum + (byArm[index] ?? 0), 0))}
            </Cell>
          ))}
          {names.map((name, index) => {
            const loads = seats.map(({ byArm }) => byArm[index] ?? 0);
            return (
              <Cell key={name} numeric>
                {range(Math.min(...loads), Math.max(...loads))}
              </Cell>
            );
          })}
        </TableRow>
      </TableBody>
    </Table>
  );
}

const range = (least: number, most: number) => (least === most ? count(least) : `${count(least)} to ${count(most)}`);
