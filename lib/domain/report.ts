import { z } from "zod";

/** The report model: what `redline report --json` and GET …/report give. Fixed by CONTRACT; more may stand beside it. */
const interval = z.object({
  low: z.number(),
  high: z.number(),
  confidence: z.number(),
  method: z.string(),
  resamples: z.number().nullable(),
  seed: z.number().nullable(),
});

/** One figure: null with the reason, never NaN; n says how many units, pairs or ratings it comes from. */
export const figure = z.object({
  value: z.number().nullable(),
  why: z.string().nullable(),
  n: z.number(),
  interval: interval.nullable().optional(),
  intervalWhy: z.string().nullable().optional(),
});
export type Figure = z.infer<typeof figure>;

const byName = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

export const alphaFigures = z.object({ nominal: figure, ordinal: figure, interval: figure, ratio: figure });
export type AlphaFigures = z.infer<typeof alphaFigures>;
const agreementOf = z.object({ annotators: alphaFigures, withJudge: byName(alphaFigures) });

export const correlationFigures = z.object({ n: z.number(), pearson: figure, spearman: figure, kendallTauB: figure });
export type CorrelationFigures = z.infer<typeof correlationFigures>;
const groupedFigure = z.object({
  value: z.number().nullable(),
  why: z.string().nullable(),
  definedGroups: z.number(),
  totalGroups: z.number(),
  interval: interval.nullable().optional(),
  intervalWhy: z.string().nullable().optional(),
});
export const groupedFigures = z.object({ pearson: groupedFigure, spearman: groupedFigure, kendallTauB: groupedFigure });
export type GroupedFigures = z.infer<typeof groupedFigures>;

const share = z.object({ count: z.number(), share: z.number().nullable() });
export const actionRates = z.object({ n: z.number(), accept: share, revise: share, remove: share, add: share });
export type ActionRates = z.infer<typeof actionRates>;

const raterScores = z.object({ n: z.number(), mean: z.number().nullable(), histogram: byName(z.number()) });
const raterTime = z.object({
  medianUnitSeconds: z.number().nullable(),
  medianSampleSeconds: z.number().nullable(),
  unitsTimed: z.number(),
  samplesTimed: z.number(),
});

export const taskReport = z.object({
  task: z.string(),
  taskId: z.string(),
  inputName: z.string(),
  outputName: z.string(),
  /** Which arms the ratings come from. */
  arms: z.array(z.string()),
  counts: z.object({
    inputs: z.number(),
    samples: z.number(),
    criteria: z.number(),
    annotators: z.number(),
    judges: z.number(),
    units: z.number(),
    ratings: z.number(),
    missing: z.number(),
    items: z.number(),
  }),
  raters: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(["annotator", "judge"]) })),
  criteria: z.array(z.object({ name: z.string(), min: z.number(), max: z.number(), overall: z.boolean() })),
  agreement: z.object({
    pooled: agreementOf,
    perCriterion: byName(agreementOf),
    pairs: z.array(z.object({ a: z.string(), b: z.string(), nominal: figure, ordinal: figure, interval: figure })),
  }),
  correlation: byName(
    z.object({
      pooled: correlationFigures,
      perCriterion: byName(correlationFigures),
      sampleMean: correlationFigures,
      textLevel: z.object({ allGroups: groupedFigures, perCriterion: byName(groupedFigures), meanOverCriteria: groupedFigures }),
      systemLevel: z.object({ perCriterion: byName(correlationFigures), meanOverCriteria: correlationFigures }),
      pairwise: z.object({ judgeAnnotator: groupedFigures, annotatorAnnotator: groupedFigures }),
    }),
  ),
  /** Signed error of each judge, judge minus the annotators' mean, per criterion and pooled. */
  bias: byName(z.object({ pooled: figure, perCriterion: byName(figure) })),
  actions: byName(
    z.object({
      overall: actionRates,
      conclusion: actionRates,
      score: actionRates,
      evidence: actionRates,
      perCriterion: byName(actionRates),
      perAnnotator: byName(actionRates),
      reasons: byName(z.number()),
    }),
  ),
  scores: z.object({
    perCriterion: byName(byName(raterScores)),
    change: byName(byName(z.object({ up: z.number(), down: z.number(), same: z.number() }))),
    bySystem: byName(byName(z.number().nullable())),
  }),
  time: z.object({ perAnnotator: byName(raterTime), all: raterTime }),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
});
export type TaskReport = z.infer<typeof taskReport>;

export const report = z.object({ project: z.string(), generatedAt: z.iso.datetime(), dataVersion: z.string(), tasks: z.array(taskReport) });
export type Report = z.infer<typeof report>;

// ---- what lib/db hands to lib/report: plain columns, one entry per rating

/** Everything a task's report is computed from. Indexes refer to the lists beside them. */
export interface ReportData {
  task: { id: string; name: string; inputName: string; outputName: string };
  criteria: { id: string; name: string; min: number; max: number; step: number | null; overall: boolean }[];
  samples: { id: string; externalId: string; inputKey: string; system: string | null }[];
  raters: { id: string; name: string; kind: "annotator" | "judge" }[];
  /** One per rating: an annotator's evaluation of a submitted assignment, or a judge's draft with a score. */
  ratings: {
    rater: number;
    sample: number;
    criterion: number;
    score: number;
    arm: string | null;
    startedAt: number | null;
    durationMs: number | null;
  }[];
  /** Effective actions counted per annotator, judge whose draft was shown, criterion and kind of item. */
  actionCounts: {
    annotator: number;
    judge: number;
    criterion: number;
    itemKind: string;
    accept: number;
    revise: number;
    remove: number;
    add: number;
  }[];
  reasonCounts: { judge: number; reason: string; count: number }[];
  /** From the imports the data came by. */
  warnings: { code: string; message: string; count: number }[];
}
