import type { SizeCurve } from "@/lib/domain/plan-size";
import { expectedFigure } from "./expected-figures";
import type { SizeModel } from "./size-model";
import { type SizeChoices, studySize } from "./study-size";

const spread = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.5, 2];

/** Widths by the number of samples: alpha for fewer and more people each, the arms' difference for fewer and more people in all. */
export function sizeCurves(choices: SizeChoices, model: SizeModel): SizeCurve[] {
  const { overlap, people } = choices;
  const line = (figure: SizeCurve["figure"], label: string, change: Partial<SizeChoices>, planned: boolean) => ({
    ...{ label, planned },
    points: spread.flatMap((times) => {
      const samples = Math.round(choices.samples * times);
      const { value } = expectedFigure(figure, studySize({ ...choices, ...change, samples }), model, 0);
      return value === null ? [] : [{ samples, value }];
    }),
  });
  const fewer = Math.max(overlap, Math.round((people * 2) / 3));
  const curves: SizeCurve[] = [
    {
      figure: "alpha",
      lines: [overlap - 2, overlap, overlap + 2].map((raters) =>
        line("alpha", `${raters} raters`, { overlap: raters, people: Math.max(people, raters) }, raters === overlap),
      ),
    },
    {
      figure: "difference",
      lines: [...new Set([fewer, people, Math.ceil((people * 5) / 3)])].map((n) =>
        line("difference", `${n} people`, { people: n }, n === people),
      ),
    },
  ];
  return curves
    .map(({ figure, lines }) => ({ figure, lines: lines.filter(({ points }) => points.length > 1) }))
    .filter(({ lines }) => lines.length > 0);
}
