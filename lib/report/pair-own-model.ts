import type { Figure, PairsReport } from "@/lib/domain/report";
import { undefinedFigure } from "./figures";
import { equalOpportunity, isOwnModel, type OwnOrOther } from "./own-model";
import { majorityOf, undraftedPairScene, type Verdicts, verdictsOf, whyNoVerdicts } from "./pair-scene";
import { nameOf, type RatingTable } from "./rating-table";

/** Whether a judge that asks a model favours its outputs: over the pairs of one of them with another's. From verdicts made without a draft where there are any. */
export function pairsWithOwnModel(table: RatingTable): NonNullable<PairsReport["ownModel"]> {
  const scene = undraftedPairScene(table);
  const majority = majorityOf(scene);
  const of = (judge: number, model: string): Figure => {
    const verdicts = verdictsOf(scene, judge);
    const ofOwn = scene.samples.flatMap((at) => {
      const { system, systemB, inputKey } = table.data.samples[at] ?? {};
      if (!system || !systemB || isOwnModel(system, model) === isOwnModel(systemB, model)) return [];
      return [{ at, own: isOwnModel(system, model) ? "A" : "B", input: inputKey ?? "" }];
    });
    if (ofOwn.length === 0) return undefinedFigure("no-own-outputs");
    const pairs = ofOwn.flatMap(({ at, own, input }): OwnOrOther[] => {
      const side = (from: Verdicts): OwnOrOther["human"] | null => {
        const verdict = from[at] ?? null;
        return verdict === null || verdict === "tie" ? null : verdict === own ? "own" : "other";
      };
      const [human, preferred] = [side(majority), side(verdicts)];
      return human === null || preferred === null ? [] : [{ human, judge: preferred, input }];
    });
    return equalOpportunity(pairs, whyNoVerdicts(scene) ?? "no-units");
  };
  return Object.fromEntries(
    table.judges.flatMap((judge) => {
      const model = table.data.raters[judge]?.model ?? null;
      return model === null ? [] : [[nameOf(table, judge), of(judge, model)]];
    }),
  );
}
