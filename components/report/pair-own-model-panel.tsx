import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { signed } from "../charts/format";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { verdictsOf } from "./decisive";
import { FigurePanel } from "./figure-panel";

/** Whether judges favour their own model's outputs beyond what people see in them. Nothing where no system bears a judge's model's name. */
export function PairOwnModelPanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const rows = Object.entries(pairs.ownModel ?? {}).flatMap(([name, figure]) => {
    if (figure.why === "no-own-outputs") return [];
    const units = verdictsOf(report, name);
    // No list has the pairs of its own model alone.
    const link = units && { ...among(chapterBasis(report), units), n: null };
    return [{ name, cells: [{ figure, n: true, ...(link && { link }) }] }];
  });
  return (
    <FigurePanel
      title="Does the judge favour its own model?"
      description="Pairs of an output of the judge’s own model and another’s, on which both it and most people prefer one"
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Equal opportunity of own outputs",
        first: "Judge",
        columns: [{ head: "own less others", format: signed, explained: "equal-opportunity" }],
        rows,
        n: "pairs",
      }}
      remark="How often the judge prefers what people prefer, where that is its own model’s output minus where it is the other. A better model may win more often: this asks only whether the judge follows people alike."
    />
  );
}
