import { madeKinds } from "@/lib/domain/made-dimension";
import type { TaskReport } from "@/lib/domain/report";
import type { DraftWork } from "@/lib/domain/report-data";
import type { MadeDimensions } from "@/lib/domain/report-made";
import { ratesOf } from "./action-rates";
import { meanOf, meanSize, shareOf } from "./figures";
import { nameOf, type RatingTable } from "./rating-table";

type Work = DraftWork["made"][number];

/**
 * What people did with the dimensions that each judge made for single samples: lines and scores, by kind of dimension. Each belongs to one sample, so
 * there is no agreement over samples; and nobody scores it without its draft, so nothing here says whether the judge is right.
 */
export function madeDimensions(table: RatingTable): NonNullable<TaskReport["made"]> {
  const work = table.data.draftWork().made;
  return Object.fromEntries(
    table.judges.flatMap((judge) => {
      const own = work.filter((one) => one.judge === judge);
      const kinds = madeKinds.flatMap((kind) => {
        const ofKind = own.filter((one) => one.kind === kind);
        return ofKind.length === 0 ? [] : [figuresOf(table, kind, ofKind)];
      });
      return kinds.length === 0 ? [] : [[nameOf(table, judge), kinds]];
    }),
  );
}

function figuresOf(table: RatingTable, kind: MadeDimensions["kind"], work: readonly Work[]): MadeDimensions {
  const inputOf = ({ sample }: { sample: number }) => table.data.samples[sample]?.inputKey ?? "";
  const scored = work.flatMap(({ draft, score, sample }) => (draft === null || score === null ? [] : [{ sample, by: score - draft }]));
  const inputs = scored.map(inputOf);
  return {
    kind,
    samples: new Set(work.map(({ sample }) => sample)).size,
    people: new Set(work.map(({ annotator }) => annotator)).size,
    actions: ratesOf(work.map((one) => ({ ...one, inputs: [table.inputs[one.sample] as number] }))),
    kept: shareOf(
      scored.map(({ by }) => by === 0),
      inputs,
    ),
    shift: meanOf(
      scored.map(({ by }) => by),
      inputs,
    ),
    distance: meanSize(
      scored.map(({ by }) => Math.abs(by)),
      inputs,
    ),
  };
}
