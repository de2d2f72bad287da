import type { FigureName } from "@/lib/domain/explanations";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { Notes } from "./notes";
import { type PerSubset, subsetTables } from "./pair-tables";
import { RaterTable } from "./rater-table";
import { ShareValue } from "./share-value";

interface SubsetTableProps {
  label: string;
  subsets: readonly string[];
  /** Raters with their shares, each a column. */
  raters: readonly (PerSubset & {
    linkOf: (subset: string) => { units: UnitQuery | undefined; figure: string; n?: number | null } | undefined;
  })[];
  /** What the shares are. */
  figure: FigureName;
  notes: Notes;
}

/** A share for each subset of the data. Renders nothing without subsets. */
export function SubsetTable({ label, subsets, raters, figure, notes }: SubsetTableProps) {
  const [table] = subsetTables(label, figure, subsets, raters);
  if (table === undefined) return null;
  const shown = raters.filter(({ perSubset }) => Object.keys(perSubset).length > 0);
  return (
    <>
      <h3 className="mt-6 mb-1 text-small font-medium text-ink">By subset</h3>
      <RaterTable
        label={label}
        first="Subset"
        columns={table.columns}
        rows={subsets.map((subset) => ({
          name: subset,
          // Its pairs, as the first of the raters has judged them.
          plotted: shown.flatMap(({ perSubset, linkOf }) => (perSubset[subset]?.n ? (linkOf(subset)?.units ?? []) : []))[0],
          cells: shown.map(({ name, perSubset, linkOf }) => (
            <ShareValue key={name} figure={perSubset[subset]} notes={notes} link={linkOf(subset)} />
          )),
        }))}
      />
    </>
  );
}
