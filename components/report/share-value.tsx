import type { Accuracy, Figure } from "@/lib/domain/report";
import { count, percent } from "../charts/format";
import { FigureValue } from "./figure-value";
import type { Notes } from "./notes";

/** A share as a percentage, with its interval and its n below. */
export function ShareValue({ figure, notes, strong = false }: { figure: Figure | Accuracy | undefined; notes: Notes; strong?: boolean }) {
  return (
    <>
      <FigureValue figure={figure} notes={notes} format={percent} strong={strong} />
      {figure && figure.n > 0 && (
        <span className="block whitespace-nowrap text-label text-soft">
          {"correct" in figure ? `${count(figure.correct)} of ${count(figure.n)}` : `n = ${count(figure.n)}`}
        </span>
      )}
    </>
  );
}
