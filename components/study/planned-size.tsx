import { type PlannedSize, sizeFigureNames } from "@/lib/domain/plan-size";
import { Panel } from "../ui/panel";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { HowSizeIsComputed } from "./how-size-is-computed";
import { sizeBasis, sizeFigureText, sizeFigureWords } from "./size-words";

/** What a study was planned for when it started, to be held against what it found. */
export function PlannedSizePanel({ size }: { size: PlannedSize }) {
  return (
    <Panel title="Planned precision" description={`What the planner said as the study started. ${sizeBasis(size)}`}>
      <div className="flex flex-col gap-4">
        <Table label="Planned precision" className="text-small">
          <TableHead>
            <TableRow>
              <HeaderCell>Figure</HeaderCell>
              <HeaderCell numeric>expected</HeaderCell>
              <HeaderCell numeric>wanted</HeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {sizeFigureNames.map((name) => (
              <TableRow key={name}>
                <Cell>{sizeFigureWords[name]}</Cell>
                <Cell numeric>{sizeFigureText(name, size.figures[name].value)}</Cell>
                <Cell numeric>{sizeFigureText(name, size.figures[name].wanted)}</Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <HowSizeIsComputed size={size} open />
      </div>
    </Panel>
  );
}
