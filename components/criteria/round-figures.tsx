import type { CriteriaRates, GroupedRates, PanelFigures } from "@/lib/domain/criteria-round";
import { count, decimals, figuresOf, intervalText, percent } from "../charts/format";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

const groups = [
  ["all", "All criteria"],
  ["general", "General"],
  ["taskSpecific", "Task-specific"],
  ["unstated", "Not stated"],
] as const;
const columns = [
  ["accept", "Approve"],
  ["revise", "Revise"],
  ["remove", "Delete"],
  ["add", "Add"],
] as const;

/** How far the experts agree, and the rates of approve, revise, delete and add: by experts and, once all is decided, by consensus. */
export function RoundFigures({ figures }: { figures: PanelFigures }) {
  const { experts, criteria, byExperts, consensus } = figures;
  return (
    <section aria-label="What the panel did" className="flex flex-col gap-3">
      <p className="max-w-measure text-body">
        {figuresOf(experts, "expert")} redlined {figuresOf(criteria, "criterion", "criteria")}. {alphaWords(figures)}
      </p>
      <Table label="Rates of approve, revise, delete and add">
        <TableHead>
          <tr>
            <HeaderCell>Counted</HeaderCell>
            {columns.map(([key, label]) => (
              <HeaderCell key={key} numeric>
                {label}
              </HeaderCell>
            ))}
            <HeaderCell numeric>n</HeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          <Rows label="By experts" rates={byExperts} />
          {consensus !== null && <Rows label="By consensus" rates={consensus} />}
        </TableBody>
      </Table>
      <p className="max-w-measure text-small text-soft">
        Shares of all four together, n. By experts: every decision and addition of every expert.{" "}
        {consensus === null
          ? "By consensus: shown once every criterion is decided."
          : "By consensus: the judge's criteria as they ended, earlier rounds included, and the criteria added for good."}
      </p>
    </section>
  );
}

function Rows({ label, rates }: { label: string; rates: GroupedRates }) {
  return groups
    .filter(([key]) => key === "all" || rates[key].n > 0)
    .map(([key, name]) => (
      <TableRow key={key}>
        <HeaderCell scope="row" className={key === "all" ? "align-top text-ink" : "align-top pl-8!"}>
          {key === "all" ? label : name}
        </HeaderCell>
        {columns.map(([outcome]) => (
          <Rate key={outcome} rate={rates[key][outcome]} />
        ))}
        <Cell numeric>{count(rates[key].n)}</Cell>
      </TableRow>
    ));
}

function Rate({ rate }: { rate: CriteriaRates["accept"] }) {
  return (
    <Cell numeric>
      {rate.share === null ? "–" : percent(rate.share)}
      <span className="block text-label text-soft">{count(rate.count)}</span>
    </Cell>
  );
}

function alphaWords({ alpha, experts }: PanelFigures): string {
  if (experts < 2) return "Agreement needs at least two experts.";
  if (alpha.value === null) {
    return alpha.why === "no-variation"
      ? "All of them did the same everywhere, so alpha is undefined."
      : "Alpha is undefined: too few criteria.";
  }
  const interval = alpha.low === null || alpha.high === null ? "" : `, ${intervalText({ low: alpha.low, high: alpha.high })}`;
  return `Their agreement on approve, revise or delete is alpha ${decimals(alpha.value)}${interval} (nominal, n = ${count(alpha.n)}).`;
}
