import { z } from "zod";
import { criterion, scale } from "./criterion";
import { item, itemKind } from "./draft";
import { outcomes } from "./outcomes";
import { reasonCode } from "./reason-codes";
import { textFormat } from "./text-format";

/** One person's work on the sample: a column of the score matrix. `id` is the assignment's. */
export const sampleRater = z.object({
  id: z.uuid(),
  /** The annotator's name, or their code where a study promised it. */
  name: z.string(),
  arm: z.string(),
  /** From 0; 1 when the annotator rated the sample a second time, which enters no figure but test-retest. */
  round: z.int(),
  /** The draft was wrong on purpose, so that the work enters no figure but how often such drafts were caught. Absent: it was not. */
  planted: z.literal(true).optional(),
  /** Why the person's work is left out of reports; null: it is not. */
  excluded: z.string().nullable(),
  flag: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
});
export type SampleRater = z.infer<typeof sampleRater>;

/** What became of one line of a draft, or a line that was added. */
export const evaluatedLine = z.object({
  /** The draft's item, or the action that added the line. */
  id: z.string(),
  kind: itemKind,
  outcome: z.enum([...outcomes, "open"]),
  /** The draft's text; null for an added line. */
  original: z.string().nullable(),
  text: z.string(),
  reasonCode: reasonCode.nullable(),
  reason: z.string().nullable(),
});
export type EvaluatedLine = z.infer<typeof evaluatedLine>;

export const sampleEvaluation = z.object({
  /** The id of its rater. */
  rater: z.uuid(),
  score: z.number().nullable(),
  /** The person's own score before they saw the draft, in the arm blind-then-drafted. */
  blindScore: z.number().nullable(),
  /** Other scores that the person holds acceptable, ascending. */
  alsoAcceptable: z.array(z.number()),
  /** Time spent; null: not known. */
  durationMs: z.int().nullable(),
  /** The draft that was shown; null: none. */
  draftId: z.uuid().nullable(),
  lines: z.array(evaluatedLine),
});
export type SampleEvaluation = z.infer<typeof sampleEvaluation>;

export const sampleDraft = z.object({
  id: z.uuid(),
  judge: z.string(),
  /** Whether figures rest on it: it is its judge's newest, and was not discarded by the protocol. */
  current: z.boolean(),
  /** It was made wrong on purpose, for a study. Absent: it was not. */
  planted: z.literal(true).optional(),
  score: z.number().nullable(),
  items: z.array(item),
});
export type SampleDraft = z.infer<typeof sampleDraft>;

export const sampleUnit = z.object({
  criterion,
  drafts: z.array(sampleDraft),
  evaluations: z.array(sampleEvaluation),
  /** The adjudicators' label in force. */
  label: z.object({ score: z.number(), firstScore: z.number(), by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** The known answer. */
  gold: z.object({ score: z.number(), tolerance: z.number(), why: z.string() }).nullable(),
});
export type SampleUnit = z.infer<typeof sampleUnit>;

/** The score that a metric with a scale of its own gave to the whole sample. */
export const metricScore = z.object({ judge: z.string(), metric: z.string(), scale, score: z.number() });
export type MetricScore = z.infer<typeof metricScore>;

/** Another output for the same input, with everybody's scores in short. */
export const siblingSample = z.object({
  id: z.uuid(),
  number: z.int(),
  system: z.string().nullable(),
  systemB: z.string().nullable(),
  /** By criterion: the people's median and each judge's score. */
  scores: z.array(z.object({ criterionId: z.uuid(), people: z.number().nullable(), judges: z.record(z.string(), z.number()) })),
});

export const sampleEvent = z.object({
  what: z.enum(["imported", "drafted", "given", "submitted", "skipped", "returned", "approved", "adjudicated"]),
  at: z.iso.datetime(),
  /** The person or judge. */
  by: z.string().nullable(),
  /** The file, the criterion or the reason, where there is one. */
  about: z.string().nullable(),
});
export type SampleEvent = z.infer<typeof sampleEvent>;

export const sampleDetail = z.object({
  id: z.uuid(),
  /** Its place in the order of import, from 1. */
  number: z.int(),
  externalId: z.string(),
  task: z.object({
    id: z.uuid(),
    projectId: z.uuid(),
    name: z.string(),
    kind: z.enum(["pointwise", "pairwise"]),
    inputName: z.string(),
    outputName: z.string(),
    textFormat,
  }),
  input: z.string(),
  output: z.string(),
  outputB: z.string().nullable(),
  reference: z.string().nullable(),
  /** Where a browser gets the image: a path on this server, or a data URL. */
  imageUrl: z.string().nullable(),
  system: z.string().nullable(),
  systemB: z.string().nullable(),
  goldLabel: z.enum(["A", "B", "tie"]).nullable(),
  subset: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  /** The reader has the sample open themselves: drafts and others' work are left out until they have submitted or given it back. */
  withheld: z.boolean(),
  raters: z.array(sampleRater),
  units: z.array(sampleUnit),
  metrics: z.array(metricScore),
  siblings: z.array(siblingSample),
  history: z.array(sampleEvent),
});
export type SampleDetail = z.infer<typeof sampleDetail>;
