import { z } from "zod";
import { action, newAction } from "./action";
import { type CriterionGroup, criterionContent, criterionGroup } from "./criterion";
import { item } from "./draft";
import { type Outcome, outcomes } from "./outcomes";
import { role } from "./policy";
import { reasonCode } from "./reason-codes";

/** A round's stages: experts work alone; all redlines are shown and discussed; over. */
export const roundStatus = z.enum(["open", "discussing", "closed"]);
export type RoundStatus = z.infer<typeof roundStatus>;

/** One line of what a round redlines. */
export interface RoundItem {
  kind: "heading" | "criterion";
  text: string;
  /** The judge's text of the criterion; null for a heading, and for a criterion that an earlier round added. */
  proposed: string | null;
}

/** What one expert did to a line of the round. */
export const expertChoice = z.object({
  /** The expert's name, or their code in an anonymous round. */
  expert: z.string(),
  outcome: z.enum(outcomes),
  /** The criterion as this expert left it. */
  criterion: criterionContent,
  reasonCode: reasonCode.nullable(),
  reason: z.string().nullable(),
});
export type ExpertChoice = z.infer<typeof expertChoice>;

export const comment = z.object({ id: z.uuid(), by: z.string(), text: z.string(), at: z.iso.datetime() });
export type Comment = z.infer<typeof comment>;

/** What a moderator recorded for a line. */
export const lineDecision = z.object({
  /** Null: removed. */
  criterion: criterionContent.nullable(),
  /** What the moderator said about its group; null: the proposal's or the expert's word counts. */
  group: criterionGroup.nullable(),
  note: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
});
export type LineDecision = z.infer<typeof lineDecision>;

/** A criterion of the union: what was redlined or what one expert added, with who did what and the decision. */
export const unionLine = z.object({
  id: z.string(),
  heading: z.string().nullable(),
  /** As it came into the round; null: an expert added it. */
  original: criterionContent.nullable(),
  /** As the judge proposed it, in this round or before an earlier one; null: an expert added it. */
  proposed: criterionContent.nullable(),
  choices: z.array(expertChoice),
  /** The share of experts who made the most frequent choice; null for an added criterion. */
  agreement: z.object({ share: z.number(), count: z.int(), n: z.int() }).nullable(),
  decision: lineDecision.nullable(),
  comments: z.array(comment),
});
export type UnionLine = z.infer<typeof unionLine>;

/** What was done to one criterion, and its group; null: nobody has said. */
export interface CountedOutcome {
  outcome: Outcome;
  group: CriterionGroup | null;
}

/** What a panel's figures are counted from. */
export interface CountedPanel {
  experts: number;
  /** Per redlined criterion the experts' choices; null where one made none. */
  choices: (Outcome | null)[][];
  /** Every choice and addition of every expert. */
  byExperts: CountedOutcome[];
  /** The judge's criteria as they ended and the criteria added for good; null while a line is undecided. */
  consensus: CountedOutcome[] | null;
}

export const rate = z.object({ count: z.int(), share: z.number().nullable() });
/** Approve, revise, delete and add as in CoEval's Table 3: each is a share of all four together, `n`. */
export const criteriaRates = z.object({ accept: rate, revise: rate, remove: rate, add: rate, n: z.int() });
export type CriteriaRates = z.infer<typeof criteriaRates>;

/** The rates of all criteria and of each group; `unstated`: criteria of which nobody said whether they are general. */
export const groupedRates = z.object({
  all: criteriaRates,
  general: criteriaRates,
  taskSpecific: criteriaRates,
  unstated: criteriaRates,
});
export type GroupedRates = z.infer<typeof groupedRates>;

export const panelFigures = z.object({
  experts: z.int(),
  /** Criteria that were redlined, without added ones. */
  criteria: z.int(),
  /** Krippendorff's alpha, nominal, over accept, revise and remove; units are the redlined criteria. Null: undefined, and why. */
  alpha: z.object({
    value: z.number().nullable(),
    why: z.string().nullable(),
    n: z.int(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  }),
  /** Every expert's decisions and additions, pooled. */
  byExperts: groupedRates,
  /** The consensus against the judge's proposal, earlier rounds included; null while a line is undecided. */
  consensus: groupedRates.nullable(),
});
export type PanelFigures = z.infer<typeof panelFigures>;

export const panelMember = z.object({ userId: z.string().nullable(), name: z.string(), submitted: z.boolean() });
export type PanelMember = z.infer<typeof panelMember>;

/** Work under the version in use, which a new version leaves as it is. */
export const replacedWork = z.object({ version: z.int(), open: z.int(), submitted: z.int() });
export type ReplacedWork = z.infer<typeof replacedWork>;

export const roundSummary = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  number: z.int(),
  status: roundStatus,
  anonymous: z.boolean(),
  openedAt: z.iso.datetime(),
  collectedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** The judge whose proposal the panel started from; null: the run was deleted. */
  judge: z.string().nullable(),
  /** The version published from it. */
  publishedVersion: z.int().nullable(),
  /** Whether the asking person is one of its experts, and whether they have submitted. */
  mine: z.object({ submitted: z.boolean() }).nullable(),
});
export type RoundSummary = z.infer<typeof roundSummary>;

export const criteriaRound = roundSummary.extend({
  /** What is redlined. */
  items: z.array(item),
  /** The asking person's own redline. */
  mine: z.object({ code: z.string(), submitted: z.boolean(), actions: z.array(action) }).nullable(),
  /** Who is in the panel; for moderators only, while the round is open. */
  panel: z.array(panelMember).nullable(),
  /** Null until every redline is shown. */
  union: z.array(unionLine).nullable(),
  figures: panelFigures.nullable(),
  /** For moderators: what publishing leaves behind. */
  replaces: replacedWork.nullable(),
});
export type CriteriaRound = z.infer<typeof criteriaRound>;

/** Somebody who may be invited to a round. */
export const panelCandidate = z.object({ userId: z.string(), name: z.string(), email: z.string(), role });
export type PanelCandidate = z.infer<typeof panelCandidate>;

/** Opens a round on a judge's proposal, or on the union of the round before. */
export const openRoundBody = z
  .object({
    proposalDraftId: z.uuid().optional(),
    previousRoundId: z.uuid().optional(),
    experts: z.array(z.string().max(100)).min(1).max(50),
    anonymous: z.boolean().default(false),
  })
  .refine((body) => (body.proposalDraftId === undefined) !== (body.previousRoundId === undefined), {
    error: "Start a round from a proposal or from the round before: one of them.",
  });
export const saveRedlineBody = z.object({ actions: z.array(newAction).max(500) });
export const submitRedlineBody = z.object({ submitted: z.boolean().default(true) });
/** `withoutMissing`: show the redlines although some experts have not submitted; theirs are left out. */
export const discussRoundBody = z.object({ withoutMissing: z.boolean().default(false) });
export const decideBody = z.object({
  lineId: z.string().max(64),
  /** The final wording; null removes the criterion. */
  criterion: criterionContent.nullable(),
  group: criterionGroup.nullable().default(null),
  note: z.string().max(10_000).default(""),
});
export const commentBody = z.object({ lineId: z.string().max(64), text: z.string().trim().min(1).max(10_000) });

/** Table 3 of a task: one row per round whose redlines have been shown. */
export const taskRates = z.object({
  roundId: z.uuid(),
  number: z.int(),
  publishedVersion: z.int().nullable(),
  judge: z.string().nullable(),
  figures: panelFigures,
});
export type TaskRates = z.infer<typeof taskRates>;
