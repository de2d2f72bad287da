import type { Pilot } from "@/lib/domain/pilot";
import { type PlanSize, type SizeFigure, type SizeFigureName, sizeFigureNames } from "@/lib/domain/plan-size";
import { usualTargets } from "@/lib/domain/size-question";
import type { PlanContent } from "@/lib/domain/study-plan";
import { payProblem } from "../plan-problems";
import { alternatives, type Means } from "./alternatives";
import { confidence, expectedFigure } from "./expected-figures";
import { sizeConclusion } from "./size-conclusion";
import { sizeCurves } from "./size-curves";
import { type PlannedScale, type SizeModel, sizeModel } from "./size-model";
import { type SizeChoices, studySize } from "./study-size";
import { reaches, whatIsNeeded } from "./what-is-needed";

/** What is there when a study is planned. */
export interface SizeSetting {
  samplesInTask: number;
  inputsInTask: number;
  criteria: number;
  /** Dimensions that judges made for a sample, on average over the arms; absent: none. */
  made?: number;
  scale: PlannedScale;
  pilot: Pilot | null;
  /** Rated samples that the pilot is drawn from; null: it is all of them. */
  drawnFrom: number | null;
  /** See `Staff`: people for open places, and the mean of what people take for a sample. */
  free: number;
  secondsPerSample: number | null;
}

/** How precise the studies are that a plan allows, what it would take for the wanted precision, and what that costs. */
export function sizePlan(plan: PlanContent, setting: SizeSetting): PlanSize {
  const { assumptions } = plan.sizing;
  const targets = { ...usualTargets, ...plan.sizing.targets };
  const { pilot, samplesInTask } = setting;
  const samples = Math.min(plan.samples ?? samplesInTask, Math.max(samplesInTask, 0));
  const choices: SizeChoices = { ...plan, samples };
  const model = sizeModel(assumptions, pilot, setting.scale, samplesInTask === 0 ? 1 : setting.inputsInTask / samplesInTask);
  const size = studySize(choices);
  const { epsilon } = targets;
  const figures = Object.fromEntries(
    sizeFigureNames.map((name): [SizeFigureName, SizeFigure] => {
      const wanted = targets[name];
      const expected = expectedFigure(name, size, model, epsilon);
      const needs = whatIsNeeded(name, choices, model, { wanted, epsilon });
      return [
        name,
        { ...expected, wanted, reached: reaches(name, expected.value, wanted), ...describe(name, model, pilot, epsilon), ...needs },
      ];
    }),
  ) as Record<SizeFigureName, SizeFigure>;
  const criteria = assumptions.criteria ?? setting.criteria;
  // A stated number of criteria includes the made ones.
  const units = assumptions.criteria ?? setting.criteria + (setting.made ?? 0);
  const perRating = assumptions.secondsPerRating ?? null;
  const means: Means = {
    ...{ samplesInTask, free: setting.free },
    secondsPerSample: perRating === null ? setting.secondsPerSample : perRating * units,
  };
  return {
    conclusion: sizeConclusion(figures),
    criterion: pilot?.criterion ?? null,
    confidence,
    pilot: pilot && {
      ...{ ratings: pilot.ratings, samples: pilot.samples, annotators: pilot.annotators, anchored: pilot.anchored },
      drawnFrom: setting.drawnFrom,
    },
    assumptions: [
      ...model.assumed,
      ...timeAssumptions(perRating, means.secondsPerSample, { criteria, units }, assumptions.criteria !== undefined),
    ],
    notes: [...notesOf(plan, model, pilot), ...madeNote(units - criteria)],
    figures,
    curves: sizeCurves(choices, model),
    rows: alternatives(plan, choices, model, means, figures, epsilon),
    samplesInTask,
    payWarning: payProblem(plan.pay),
  };
}

function timeAssumptions(
  stated: number | null,
  perSample: number | null,
  { criteria, units }: { criteria: number; units: number },
  statedCriteria: boolean,
): PlanSize["assumptions"] {
  return [
    {
      name: "secondsPerRating",
      value: stated ?? (perSample === null || units === 0 ? null : perSample / units),
      source: stated === null ? (perSample === null ? "default" : "pilot") : "stated",
    },
    { name: "criteria", value: criteria, source: statedCriteria ? "stated" : "default" },
  ];
}

const madeNote = (made: number): string[] =>
  made > 0
    ? [
        `The hours count ${made.toFixed(1)} further units for each rating, on average over the arms: dimensions that a judge made for single samples.`,
      ]
    : [];

const methods: Record<SizeFigureName, string> = {
  alpha: "Krippendorff's alpha, jackknife over inputs",
  correlation: "correlation of the judge with people's mean, jackknife on Fisher's z over inputs",
  difference: "mean distance to the draft, drafted minus blind, t over inputs and people",
  alphaDifference: "alpha of the drafted arm minus the blind arm's on the same samples, jackknife over inputs",
  power: "alternative-annotator test, t over inputs, Benjamini-Yekutieli at 5 %, epsilon",
};

function describe(
  name: SizeFigureName,
  { level, statistic, calibration }: SizeModel,
  pilot: Pilot | null,
  epsilon: number,
): Pick<SizeFigure, "method" | "level" | "pilot"> {
  const factor = {
    alpha: calibration.alpha,
    alphaDifference: calibration.alpha,
    correlation: calibration.correlation,
    difference: calibration.distance,
    power: 1,
  }[name];
  const how = name === "power" ? ` ${epsilon}` : name === "difference" ? "" : "; width from simulated scores";
  const scaled = factor === 1 ? "" : `, times ${factor.toFixed(2)} as the pilot's own intervals are`;
  return {
    method: `${name === "correlation" ? `${statistic === "spearman" ? "Spearman" : "Pearson"} ` : ""}${methods[name]}${how}${scaled}`,
    level:
      name === "difference" || name === "correlation"
        ? name === "correlation" && statistic === "spearman"
          ? "ordinal"
          : "interval"
        : level,
    pilot: pilot?.ratings ?? null,
  };
}

function notesOf(plan: PlanContent, model: SizeModel, pilot: Pilot | null): string[] {
  const hasBlind = plan.arms.some(({ arm }) => arm !== "drafted");
  return [
    ...(hasBlind ? [] : ["No arm is blind: alpha is that of people who see the draft, and nothing can be said about the judge."]),
    ...(pilot?.anchored ? ["Some of the pilot's ratings were given with the draft in view; blind ones may agree less."] : []),
    "People are expected to rate independently of each other, and both arms to vary alike.",
    ...(model.peopleSpread === 0 ? ["The difference between arms is for the people who take part, not for others like them."] : []),
  ];
}
