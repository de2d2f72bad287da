import { z } from "zod";
import { panelAggregate } from "./panel";
import { figure } from "./report-figures";

/** Inputs that judges may learn from, and those that only prove whether they did. */
export const splitParts = ["develop", "held-out"] as const;
export type SplitPart = (typeof splitParts)[number];

export const saveJudgeSplitBody = z.object({
  seed: z.int().min(0).max(2_147_483_647).default(0),
  /** The share of inputs held out. */
  heldOutShare: z.number().min(0.2).max(0.8).default(0.5),
});

/** What one part of a split holds: its inputs and samples, and the units and scores that people gave without a draft. */
export const partCounts = z.object({ inputs: z.int(), samples: z.int(), units: z.int(), scores: z.int() });
export type PartCounts = z.infer<typeof partCounts>;

/** How used up the held-out part is. `chanceOfFalseClaim`: of at least one, after `uses` proofs at 5 % each. */
export const heldOutWear = z.object({ uses: z.int(), limit: z.int(), chanceOfFalseClaim: z.number(), worn: z.boolean() });
export type HeldOutWear = z.infer<typeof heldOutWear>;

export const judgeSplit = z.object({
  id: z.uuid(),
  seed: z.int(),
  heldOutShare: z.number(),
  /** Since when it cannot be changed; null: nothing has used it yet. */
  sealedAt: z.iso.datetime().nullable(),
  develop: partCounts,
  heldOut: partCounts,
  wear: heldOutWear,
});
export type JudgeSplit = z.infer<typeof judgeSplit>;

/** Scores that are not accepted as the truth, and why. */
export const refusedScores = z.object({ drafted: z.int(), unstated: z.int(), excluded: z.int() });
export type RefusedScores = z.infer<typeof refusedScores>;

export const candidateKinds = ["examples", "rubric", "recalibrated", "panel"] as const;
export type CandidateKind = (typeof candidateKinds)[number];

/** A rising function of a judge's scores on one criterion. */
export const recalibrationSteps = z.array(z.object({ level: z.number(), value: z.number() })).min(1);

/** A recalibrated judge's options: whose scores it maps, and how on each criterion, by its id. */
export const recalibratedOptions = z.object({ of: z.uuid(), criteria: z.record(z.uuid(), recalibrationSteps) });
export type RecalibratedOptions = z.infer<typeof recalibratedOptions>;

const learned = { judgeId: z.uuid(), name: z.string().trim().min(1).max(200) };
export const createCandidateBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("examples"), ...learned, tokenBudget: z.int().min(100).max(8000).default(1500) }),
  z.object({
    kind: z.literal("rubric"),
    ...learned,
    /** The model's proposal, and what the researcher made of it: the text that is used. */
    proposed: z.string().max(20_000).default(""),
    guidance: z.string().trim().min(1).max(20_000),
  }),
  z.object({ kind: z.literal("recalibrated"), ...learned }),
  z.object({ kind: z.literal("panel"), ...learned, aggregate: panelAggregate.exclude(["majority"]).default("mean") }),
]);

export const proposeGuidanceBody = z.object({ judgeId: z.uuid() });
/** A proposed revision of a rubric, with what it rests on. Nothing is stored until a researcher saves a candidate. */
export const guidanceProposal = z.object({
  text: z.string(),
  reasons: z.array(z.object({ criterion: z.string(), reason: z.string(), count: z.int() })),
  edits: z.int(),
  /** The question as it was put to the model. */
  asked: z.string(),
});
export type GuidanceProposal = z.infer<typeof guidanceProposal>;

export const judgeCandidate = z.object({
  id: z.uuid(),
  kind: z.enum(candidateKinds),
  /** The judge that it was learned for, and the judge that it is. */
  judge: z.object({ id: z.uuid(), name: z.string() }),
  candidate: z.object({ id: z.uuid(), name: z.string() }),
  /** What it was made of: samples, counts, texts. */
  material: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
});
export type JudgeCandidate = z.infer<typeof judgeCandidate>;

export const compared = z.object({ present: figure, candidate: figure, difference: figure });
/** A difference with its test. `p` is two-sided; `adjusted`: by Holm over the two tests of every candidate. */
export const tested = compared.extend({ p: z.number().nullable(), adjusted: z.number().nullable() });
export const replaceability = z.object({
  winningRate: z.number().nullable(),
  passed: z.boolean().nullable(),
  n: z.int(),
  eligible: z.int(),
  why: z.string().nullable(),
});

export const candidateVerdicts = ["better", "worse", "no-improvement-shown"] as const;
/** One candidate against the present judge, on held-out units that both and people have scored. Scores are shares of their scales. */
export const candidateEvidence = z.object({
  candidateId: z.uuid(),
  /** Units, and the inputs they belong to. */
  n: z.int(),
  inputs: z.int(),
  verdict: z.enum(candidateVerdicts),
  /** Mean |judge - people|: below 0, the candidate errs less. */
  error: tested,
  /** Pearson's r with people's means. */
  correlation: tested,
  /** Krippendorff's alpha (interval) of the people and the judge as one more rater. */
  agreement: compared,
  alternative: z.object({ present: replaceability, candidate: replaceability }),
  criteria: z.array(compared.extend({ criterion: z.string() })),
  /** US dollars per unit; null: unknown. */
  costUsd: z.object({ present: z.number().nullable(), candidate: z.number().nullable() }),
});
export type CandidateEvidence = z.infer<typeof candidateEvidence>;

export const trialEvidence = z.object({
  /** Which use of the held-out part this was, from 1. */
  use: z.int(),
  level: z.number(),
  /** Of the alternative-annotator test; absent in proofs of earlier versions, which used 0.2. */
  epsilon: z.number().optional(),
  candidates: z.array(candidateEvidence),
});
export type TrialEvidence = z.infer<typeof trialEvidence>;

export const startTrialBody = z.object({ judgeId: z.uuid(), candidateIds: z.array(z.uuid()).min(1).max(20) });
export const adoptBody = z.object({ candidateId: z.uuid() });

/** A proof on the held-out part: a use of it, whatever comes out. */
export const judgeTrial = z.object({
  id: z.uuid(),
  use: z.int(),
  judge: z.object({ id: z.uuid(), name: z.string() }),
  candidateIds: z.array(z.uuid()),
  /** Candidates that ask a model, with the runs that draft their held-out units. */
  runs: z.array(z.object({ candidateId: z.uuid(), runId: z.uuid(), status: z.string(), total: z.int(), done: z.int() })),
  /** Null: its runs are not finished, or nobody has asked for the result. */
  evidence: trialEvidence.nullable(),
  adopted: z.object({ candidateId: z.uuid(), at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type JudgeTrial = z.infer<typeof judgeTrial>;

export const judgeImprovement = z.object({
  split: judgeSplit.nullable(),
  refused: refusedScores,
  /** Why the task's judges cannot be improved here; null: they can. */
  why: z.string().nullable(),
  candidates: z.array(judgeCandidate),
  trials: z.array(judgeTrial),
});
export type JudgeImprovement = z.infer<typeof judgeImprovement>;
