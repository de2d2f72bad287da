import type { Accuracy, Figure } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { count, percent } from "../charts/format";
import { FigureValue } from "./figure-value";
import type { Notes } from "./notes";

interface ShareValueProps {
  figure: Figure | Accuracy | undefined;
  notes: Notes;
  strong?: boolean;
  /** The units that the share is of. */
  link?: { units: UnitQuery | undefined; figure: string; n?: number | null; counts?: string } | undefined;
}

/** A share as a percentage, with its interval and its n below. */
export function ShareValue({ figure, notes, strong = false, link }: ShareValueProps) {
  return (
    <>
      <FigureLink
        units={link?.units}
        n={link?.n === undefined ? (figure?.n ?? 0) : link.n}
        counts={figure && link?.counts !== undefined ? { n: figure.n, what: link.counts } : undefined}
        figure={link?.figure ?? ""}
      >
        <FigureValue figure={figure} notes={notes} format={percent} strong={strong} />
      </FigureLink>
      {figure && figure.n > 0 && (
        <span className="block whitespace-nowrap text-label text-soft">
          {"correct" in figure ? `${count(figure.correct)} of ${count(figure.n)}` : `n = ${count(figure.n)}`}
        </span>
      )}
    </>
  );
}
