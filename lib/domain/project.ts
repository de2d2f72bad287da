import { z } from "zod";
import { account } from "./account";
import { action, newAction } from "./action";
import { arm } from "./assignment";
import { criteriaSetStatus, criterion, criterionContent } from "./criterion";
import { item } from "./draft";
import { listLikeness } from "./list-likeness";
import { patchOf } from "./patch";
import { role } from "./policy";
import { textFormat } from "./text-format";

const name = z.string().trim().min(1).max(200);

export const projectSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  demo: z.boolean(),
  archivedAt: z.iso.datetime().nullable(),
  role,
  /** Names of its admins, so that members know whom to ask. */
  admins: z.array(z.string()),
  tasks: z.int(),
  samples: z.int(),
  annotators: z.int(),
});
export type ProjectSummary = z.infer<typeof projectSummary>;

export const createProjectBody = z.object({ name, description: z.string().max(20_000).default("") });
export const updateProjectBody = z.object({
  name: name.optional(),
  description: z.string().max(20_000).optional(),
  archived: z.boolean().optional(),
});
/** Permanent deletion requires the name as confirmation. */
export const deleteBody = z.object({ confirmName: z.string() });

export const taskKind = z.enum(["pointwise", "pairwise"]);

export const taskContent = z.object({
  name,
  description: z.string().max(100_000).default(""),
  inputName: z.string().trim().min(1).max(100).default("input"),
  outputName: z.string().trim().min(1).max(100).default("output"),
  kind: taskKind.default("pointwise"),
  guidelines: z.string().max(200_000).default(""),
  annotatorsPerSample: z.int().min(1).max(100).default(2),
  arm: arm.exclude(["unstated", "blind-then-drafted"]).default("drafted"),
  leaseMinutes: z.int().min(1).max(100_000).default(120),
  reasonRequired: z.boolean().default(false),
  /** Whether annotators may accept all open lines of a draft at once. */
  mayAcceptRest: z.boolean().default(false),
  /** How annotators see inputs, outputs and references; `chat`: as a list of turns. */
  textFormat: textFormat.default("plain"),
});
export type TaskContent = z.infer<typeof taskContent>;

export const updateTaskBody = patchOf(taskContent.extend({ archived: z.boolean(), draftRunId: z.uuid().nullable() }).shape);

export const taskSummary = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  ...taskContent.shape,
  arm,
  archivedAt: z.iso.datetime().nullable(),
  draftRunId: z.uuid().nullable(),
  counts: z.object({
    samples: z.int(),
    /** Samples without known answers; the others are not given out as work. */
    samplesToRate: z.int(),
    inputs: z.int(),
    criteria: z.int(),
    drafts: z.int(),
    /** Samples withheld from annotators because the shown run lacks a draft for some criterion; 0 if no drafts are shown. */
    samplesWithoutDraft: z.int(),
    assignmentsOpen: z.int(),
    assignmentsSubmitted: z.int(),
    /** Samples that have the requested number of annotators. */
    samplesFinished: z.int(),
  }),
  publishedSet: z.object({ id: z.uuid(), version: z.int() }).nullable(),
  /** About the requesting person: how much they have submitted, and whether there is work for them. */
  mine: z.object({ submitted: z.int(), skipped: z.int(), open: z.int(), available: z.int() }),
});
export type TaskSummary = z.infer<typeof taskSummary>;

export const sampleRow = z.object({
  id: z.uuid(),
  externalId: z.string(),
  position: z.int(),
  input: z.string(),
  output: z.string(),
  outputB: z.string().nullable(),
  system: z.string().nullable(),
  systemB: z.string().nullable(),
  /** For a pair: the output known to be better. */
  goldLabel: z.enum(["A", "B", "tie"]).nullable(),
  subset: z.string().nullable(),
  reference: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** The user's own id of the input, as it was imported. */
  inputId: z.string().nullable(),
  inputKey: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  drafts: z.int(),
  submitted: z.int(),
});
export type SampleRow = z.infer<typeof sampleRow>;

/** What a proposal's draft stores besides its items. */
export const proposalDetails = z.object({ consistency: listLikeness.nullish(), sampled: z.array(z.array(z.string())).nullish() });

/** Criteria as a judge proposed them, with the sampled lists. */
export const proposal = z.object({
  draftId: z.uuid(),
  judge: z.string(),
  model: z.string().nullable(),
  /** Hash of the prompts it was asked with. */
  promptVersion: z.string(),
  items: z.array(item),
  /** How alike the sampled lists are; null: none were sampled. */
  consistency: listLikeness.nullable(),
  /** Those lists, as texts of criteria. */
  sampled: z.array(z.array(z.string())),
  /** Their temperature; the proposal's is always 0. Null: none were sampled. */
  temperature: z.number().nullable(),
  /** The model whose embeddings measured the likeness; null: there was none, or shared words were compared. */
  embeddingsModel: z.string().nullable(),
});
export type Proposal = z.infer<typeof proposal>;

export const criteriaSet = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  version: z.int(),
  status: criteriaSetStatus,
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Published: the frozen criteria. Draft: the result of the actions so far, numbered provisionally. */
  criteria: z.array(criterion),
  /** The judge's proposal this set is redlined from. */
  proposal: proposal.nullable(),
  actions: z.array(action),
  /** Units with drafts or work on them; a published set in use can never be deleted. */
  inUse: z.boolean(),
});
export type CriteriaSet = z.infer<typeof criteriaSet>;

/** Starts a draft set: empty, from a judge's proposal, or as a copy of a published set. */
export const createCriteriaSetBody = z.object({
  proposalDraftId: z.uuid().optional(),
  copyOf: z.uuid().optional(),
  criteria: z.array(criterionContent).max(200).optional(),
});
export const saveCriteriaActionsBody = z.object({ actions: z.array(newAction).max(500) });

export const person = z.object({ ...account.shape, role });
export type Person = z.infer<typeof person>;

export const invitePersonBody = z.object({ email: z.email().max(320), name: z.string().trim().min(1).max(200).optional(), role });
/** The link is shown to the admin, who sends it; null if the person already has a password. */
export const invitedPerson = z.object({ person, link: z.string().nullable() });

/** What progress is narrowed to. */
export const progressFilterFields = {
  annotator: z.uuid().optional(),
  arm: arm.optional(),
  system: z.string().min(1).optional().describe("Samples with an output of this system."),
  subset: z.string().min(1).optional(),
};
const progressFilter = z.object(progressFilterFields);
export type ProgressFilter = z.output<typeof progressFilter>;

export const annotatorProgress = z.object({
  annotatorId: z.uuid(),
  name: z.string(),
  hasAccount: z.boolean(),
  open: z.int(),
  submitted: z.int(),
  skipped: z.int(),
  flagged: z.int(),
  /** How many of the submitted ones a reviewer has approved as they are. */
  approved: z.int(),
  /** Median active time per submitted sample, in seconds; null when none is timed. */
  medianSampleSeconds: z.number().nullable(),
  lastActiveAt: z.iso.datetime().nullable(),
});
export type AnnotatorProgress = z.infer<typeof annotatorProgress>;
