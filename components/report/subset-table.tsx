import type { Accuracy, Figure } from "@/lib/domain/report";
import type { Notes } from "./notes";
import { RaterTable } from "./rater-table";
import { ShareValue } from "./share-value";

interface SubsetTableProps {
  label: string;
  subsets: readonly string[];
  /** Raters with their shares, each a column. */
  raters: readonly { name: string; perSubset: Record<string, Figure | Accuracy> }[];
  notes: Notes;
}

/** A share for each subset of the data. Renders nothing without subsets. */
export function SubsetTable({ label, subsets, raters, notes }: SubsetTableProps) {
  const shown = raters.filter(({ perSubset }) => Object.keys(perSubset).length > 0);
  if (subsets.length === 0 || shown.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 text-small font-medium text-ink">By subset</h3>
      <RaterTable
        label={label}
        first="Subset"
        columns={shown.map(({ name }) => name)}
        rows={subsets.map((subset) => ({
          name: subset,
          cells: shown.map(({ name, perSubset }) => <ShareValue key={name} figure={perSubset[subset]} notes={notes} />),
        }))}
      />
    </>
  );
}
