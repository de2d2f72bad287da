import type { PlanSize, SizeFigureName, SizeRow } from "@/lib/domain/plan-size";
import type { PlanContent } from "@/lib/domain/study-plan";
import { decimals } from "../charts/format";
import { Button } from "../ui/button";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { money } from "./choice-words";
import { sizeFigureText, sizeFigureWords } from "./size-words";

const shown: readonly SizeFigureName[] = ["alpha", "difference", "correlation", "power"];

interface SizeTableProps {
  size: PlanSize;
  content: PlanContent;
  onChange: (change: Partial<PlanContent>, field: keyof PlanContent) => void;
}

/** This plan and its alternatives; each alternative can be taken over, and names what is in its way. */
export function SizeTable({ size, content, onChange }: SizeTableProps) {
  const names = shown.filter((name) => size.rows.some(({ figures }) => figures[name] !== null));
  return (
    <Table label="This plan and alternatives" className="text-small [&_td]:px-2 [&_th]:px-2">
      <TableHead>
        <TableRow>
          <HeaderCell>Plan</HeaderCell>
          {names.map((name) => (
            <HeaderCell key={name} numeric>
              {sizeFigureWords[name]}
            </HeaderCell>
          ))}
          <HeaderCell numeric>hours</HeaderCell>
          {content.pay !== null && <HeaderCell numeric>cost</HeaderCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {size.rows.map((row) => (
          <TableRow key={row.label} className={row.change === null ? "font-semibold" : ""}>
            <Cell>
              <PlanName row={row} samplesInTask={size.samplesInTask} onChange={onChange} />
              {row.obstacle !== null && <span className="block text-soft">{row.obstacle}</span>}
            </Cell>
            {names.map((name) => (
              <Cell key={name} numeric>
                {sizeFigureText(name, row.figures[name])}
              </Cell>
            ))}
            <Cell numeric>{row.hours === null ? "–" : decimals(row.hours, 1)}</Cell>
            {content.pay !== null && <Cell numeric>{row.cost === null ? "–" : money(row.cost, content.pay.currency)}</Cell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Samples that the task does not have cannot be put into a plan. */
function PlanName({ row, samplesInTask, onChange }: { row: SizeRow; samplesInTask: number } & Pick<SizeTableProps, "onChange">) {
  const { change, label } = row;
  if (change === null || (change.samples ?? 0) > samplesInTask) return label;
  const field = change.overlap !== undefined ? "overlap" : change.people !== undefined ? "people" : "samples";
  const next = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<PlanContent>;
  return (
    <Button variant="link" size="small" onClick={() => onChange(next, field)}>
      {label}
    </Button>
  );
}
