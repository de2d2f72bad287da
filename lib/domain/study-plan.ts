import { z } from "zod";
import { arm } from "./assignment";
import { patchOf } from "./patch";
import { plannedSize } from "./plan-size";
import { role } from "./policy";
import { sizeAssumptions, sizeQuestion, sizeTargets } from "./size-question";

/** `parallel`: each person works in one arm. `crossed`: each person works in every arm, on different samples. `within`: each person scores a sample blind and again with the draft. */
export const studyDesign = z.enum(["parallel", "crossed", "within"]);
export type StudyDesign = z.infer<typeof studyDesign>;

const planArm = z.object({
  arm: arm.exclude(["unstated"]),
  /** The run whose drafts are shown; null in the blind arm. */
  runId: z.uuid().nullable().default(null),
  /** Parts of the ratings, relative to the other arms: 1 and 1 are two halves. */
  share: z.int().min(1).max(1000).default(1),
});
export type PlanArm = z.infer<typeof planArm>;

/** `shuffled`: at random. `blocks`: samples of one arm in blocks, the arms taking turns. */
const planOrder = z.enum(["shuffled", "blocks"]);

const sampleDraw = z.enum(["equal", "judges-differ"]);

/**
 * Of a draw with unequal chances, by the ids of the samples that could be drawn: the chance with which the sample came into the study, given the greatest
 * key that did not (`weightedDraw`); null: it did not.
 */
export type DrawChances = Readonly<Record<string, number | null>>;

/** Drafts that are wrong on purpose, to see who notices. */
const planted = z.object({
  /** The share of ratings that show a draft. They come on top of the overlap, by people who do not rate the sample otherwise. */
  share: z.number().gt(0).max(0.5),
  /** A run that is known to be wrong; null: the drafts of the arm's own run, their scores moved to the far side of the scale. */
  sourceRunId: z.uuid().nullable().default(null),
  /** Whether the researcher has confirmed that the consent text discloses them. */
  disclosed: z.boolean().default(false),
});
export type Planted = z.infer<typeof planted>;

/** A sentence for the consent text of a study with planted drafts. */
export const plantedDisclosure =
  "Some of the drafts that you see are wrong on purpose: we study how people check drafts. Which ones they are is disclosed after the study on request.";

/** What differs for one named person from what the plan asks of everybody. */
const personalTerms = z.object({
  /** An account that the plan names. */
  userId: z.string().min(1),
  /** The most ratings that this person gives in all, in place of the limit for everybody; null: that limit. */
  maxRatings: z.int().min(1).nullable().default(null),
  /** Samples, by the ids of their file, that this person rates in any case. They are in the study even if it draws only a part. */
  samples: z.array(z.string().trim().min(1).max(512)).max(10_000).default([]),
});
export type PersonalTerms = z.infer<typeof personalTerms>;

/** What people are paid per hour. */
export const planPay = z.object({
  currency: z.string().trim().min(1).max(8),
  perHour: z.number().min(0).max(100_000),
  minimumWage: z.number().min(0).max(100_000).nullable().default(null),
});

const hiddenShare = z.number().min(0).max(0.3).default(0);

/** What a researcher decides about who rates what. Everything else of a plan follows from this, the samples and the seed. */
export const planContent = z
  .object({
    design: studyDesign.default("crossed"),
    arms: z
      .array(planArm)
      .min(1)
      .max(8)
      .default([{ arm: "blind", runId: null, share: 1 }]),
    /** Hours between the blind rating of a sample and the drafted one; only in `within` with two arms. */
    washOutHours: z.number().min(0).max(8760).default(0),
    /** How many people rate each sample. */
    overlap: z.int().min(1).max(100).default(2),
    /** How many samples everybody rates, rounded up to whole inputs. */
    shared: z.int().min(0).max(100_000).default(0),
    /** How many samples are in the study, whole inputs drawn with the seed; null: all. */
    samples: z.int().min(1).nullable().default(null),
    /** How they are drawn, where not all are. `judges-differ`: inputs where the judges' scores differ are more likely, with known chances. */
    draw: sampleDraw.default("equal"),
    /** How many people take part. Unnamed places go to the first people who start. */
    people: z.int().min(1).max(1000).default(3),
    /** Accounts with a place of their own, in order. */
    named: z.array(z.string().min(1)).max(1000).default([]),
    /** Limits and samples of single people among them. */
    personal: z.array(personalTerms).max(1000).default([]),
    /** The most ratings one person gives in all, and in a day. */
    maxPerPerson: z.int().min(1).nullable().default(null),
    maxPerDay: z.int().min(1).nullable().default(null),
    order: planOrder.default("shuffled"),
    blockSize: z.int().min(1).max(1000).default(10),
    /** Whether each sample shows its criteria in an order of its own. */
    shuffleCriteria: z.boolean().default(false),
    /** Share of each person's samples that they rate a second time, later, without notice. */
    repeatShare: z.number().min(0).max(0.5).default(0),
    planted: planted.nullable().default(null),
    /** Samples with known answers hidden among each person's work, and attention checks, as shares of that work. */
    goldShare: hiddenShare,
    attentionShare: hiddenShare,
    seed: z.int().min(0).max(4_294_967_295).default(1),
    pay: planPay.nullable().default(null),
    /** The last day of collecting, in UTC. */
    lastDay: z.iso.date().nullable().default(null),
    /** Hours that a person is free for the study; null: not asked. */
    hoursPerPerson: z.number().positive().max(10_000).nullable().default(null),
    /** Markdown that a person agrees to before the first sample; empty: no consent is asked. */
    consent: z.string().max(100_000).default(""),
    /** Whether exports and reports name people by code. */
    anonymous: z.boolean().default(true),
    /** What the planner is asked; nothing of the allocation follows from it. */
    sizing: sizeQuestion.prefault({}),
  })
  .superRefine((plan, context) => {
    const complain = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    plan.arms.forEach((one, index) => {
      if (one.arm === "blind" && one.runId !== null) complain(["arms", index, "runId"], "The blind arm shows no drafts; choose no run.");
      if (one.arm !== "blind" && one.runId === null) complain(["arms", index, "runId"], "Choose the run whose drafts this arm shows.");
      if (plan.arms.findIndex((other) => other.arm === one.arm && other.runId === one.runId) < index)
        complain(["arms", index], "This arm is in the plan twice.");
    });
    if (new Set(plan.named).size < plan.named.length) complain(["named"], "A person is named twice.");
    if (plan.named.length > plan.people) complain(["people"], `${plan.named.length} people are named.`);
    complainAboutPersonal(plan, complain);
    if (plan.design === "within") complainAboutWithin(plan.arms, complain);
  });
export type PlanContent = z.infer<typeof planContent>;

/** Whether a plan draws a part of the samples, with chances that follow where judges differ. */
export const drawsUnequally = ({ samples, draw }: Pick<PlanContent, "samples" | "draw">): boolean =>
  samples !== null && draw === "judges-differ";

/** The runs whose drafts a plan's arms show. */
export const runsOf = ({ arms }: Pick<PlanContent, "arms">): string[] => arms.flatMap(({ runId }) => runId ?? []);

/** That terms are somebody's whom the plan names, once each, and keep to that person's own limit. */
function complainAboutPersonal(
  { named, personal, maxPerPerson }: { named: string[]; personal: PersonalTerms[]; maxPerPerson: number | null },
  complain: (path: (string | number)[], message: string) => void,
) {
  personal.forEach(({ userId, maxRatings, samples }, index) => {
    if (!named.includes(userId)) complain(["personal", index, "userId"], "Name this person in the plan first.");
    if (personal.findIndex((other) => other.userId === userId) < index) complain(["personal", index], "A person has terms twice.");
    const limit = maxRatings ?? maxPerPerson;
    const own = new Set(samples).size;
    if (limit !== null && own > limit)
      complain(["personal", index, "samples"], `${own} samples are given to a person whose limit is ${limit}.`);
  });
}

/** Within people: one arm that is blind and then drafted, or the blind arm first and one drafted arm after the wash-out. */
function complainAboutWithin(arms: PlanArm[], complain: (path: (string | number)[], message: string) => void) {
  const kinds = arms.map((one) => one.arm).join(" ");
  if (kinds === "blind-then-drafted" || kinds === "blind drafted") return;
  complain(["arms"], "Within people, a plan has one arm that is blind and then drafted, or a blind arm followed by one drafted arm.");
}

export const planStatus = z.enum(["draft", "running", "closed"]);
export type PlanStatus = z.infer<typeof planStatus>;

/**
 * Why a person is given a sample: `work` for most, `shared` by everybody, `repeat` a second time to see whether they agree with themselves; `gold` and
 * `attention` have known answers and are hidden among the work.
 */
export const slotPurpose = z.enum(["work", "shared", "repeat", "gold", "attention"]);
export type SlotPurpose = z.infer<typeof slotPurpose>;

const planProblem = z.object({
  /** The choice to change. */
  field: z.string(),
  /** Whether the study cannot start like this. */
  blocks: z.boolean(),
  message: z.string(),
});
export type PlanProblem = z.infer<typeof planProblem>;

/** What a plan comes to, computed from its allocation. */
export const planPreview = z.object({
  /** The plan in words. */
  sentence: z.string(),
  samples: z.int(),
  /** Samples that everybody rates. */
  shared: z.int(),
  /** Ratings asked for, second rounds included. */
  ratings: z.int(),
  /** Ratings wanted that nobody can give. */
  missing: z.int(),
  /** Ratings on drafts that are wrong on purpose that nobody is left for. */
  missingPlanted: z.int(),
  /** Ratings on drafts that are wrong on purpose, and, besides the ratings, on samples with known answers and attention checks. */
  planted: z.int(),
  gold: z.int(),
  attention: z.int(),
  seats: z.array(
    z.object({
      position: z.int(),
      /** Null: the next person to start. */
      name: z.string().nullable(),
      ratings: z.int(),
      /** By index of the plan's arms. */
      byArm: z.array(z.int()),
      /** At their own pace, else at the median; null: nothing has been timed. */
      hours: z.number().nullable(),
      ownPace: z.boolean(),
    }),
  ),
  systems: z.array(
    z.object({
      system: z.string().nullable(),
      samples: z.int(),
      /** By index of the plan's arms: ratings, and the least and most that one person gives. */
      arms: z.array(z.object({ ratings: z.int(), least: z.int(), most: z.int() })),
    }),
  ),
  /** Who rates what, to be drawn; null for studies too large to draw. */
  grid: z
    .object({
      /** Samples side by side: those that everybody rates first, then system by system. */
      columns: z.array(z.object({ system: z.string().nullable(), shared: z.boolean(), samples: z.int() })),
      /** By seat and column: one character for each sample, the index of the arm it is first rated in, or "-". */
      rows: z.array(z.array(z.string())),
    })
    .nullable(),
  /** By index of the plan's arms: dimensions that the arm's judge made for a sample, on average. They are redlined like criteria, and hours count them. */
  made: z.array(z.number()),
  hours: z.number().nullable(),
  /** In the currency of the plan's pay. */
  cost: z.number().nullable(),
  problems: z.array(planProblem),
});
export type PlanPreview = z.infer<typeof planPreview>;

const planSeat = z.object({
  id: z.uuid(),
  position: z.int(),
  annotatorId: z.uuid().nullable(),
  /** What its holder is called here: their code if a study of the task promised it, else their name; null while nobody holds it. */
  label: z.string().nullable(),
  /** Null: hidden behind the code from all but admins, or nobody's. */
  name: z.string().nullable(),
  consentedAt: z.iso.datetime().nullable(),
  leftAt: z.iso.datetime().nullable(),
  /** Ratings asked of the seat, begun and submitted. */
  ratings: z.int(),
  begun: z.int(),
  submitted: z.int(),
});
export type PlanSeat = z.infer<typeof planSeat>;

const reached = { planned: z.int(), submitted: z.int() };

/** What a started plan asked for and what was submitted. Repeats, known answers and drafts that are wrong on purpose are not counted. */
export const planProgress = z.object({
  /** Samples in the plan. */
  samples: z.int(),
  /** Submitted ratings of work under the same criteria that no plan asked for, and how many of these are from before the plan started. */
  outside: z.object({ submitted: z.int(), before: z.int() }),
  arms: z.array(
    z.object({
      arm,
      /** The run whose drafts the arm shows, and its judge; null in the blind arm. */
      runId: z.uuid().nullable(),
      judge: z.string().nullable(),
      ...reached,
      /** Submitted by people who are excluded. */
      excluded: z.int(),
      /** `name` null: the criteria that belong to one sample each, together. */
      criteria: z.array(z.object({ name: z.string().nullable(), ...reached })),
    }),
  ),
});
export type PlanProgress = z.infer<typeof planProgress>;

/** Something that happened to a plan since it started. */
const planChangeEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  who: z.string().nullable(),
  verb: z.enum(["plan.start", "plan.change", "plan.leave", "plan.close"]),
  details: z.record(z.string(), z.unknown()),
});
export type PlanChangeEvent = z.infer<typeof planChangeEvent>;

/** A plan as its researcher sees it. */
export const studyPlan = z.object({
  id: z.uuid(),
  version: z.int(),
  status: planStatus,
  content: planContent,
  /** How precise the study was expected to be when it started, and from what; null for a draft, and for plans started before this was kept. */
  size: plannedSize.nullable(),
  /** Null for a draft. */
  progress: planProgress.nullable(),
  startedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** When its choices were saved last. */
  updatedAt: z.iso.datetime(),
  /** Empty for a draft. */
  seats: z.array(planSeat),
  /** The latest first; empty for a draft. */
  changes: z.array(planChangeEvent),
});
export type StudyPlan = z.infer<typeof studyPlan>;

/** `basedOn`: the `updatedAt` of the draft that the choices were made from, "none" if there was none; absent: whatever was saved is replaced. */
export const savePlanQuery = z.object({ basedOn: z.union([z.literal("none"), z.iso.datetime()]).optional() });
export type SavePlanQuery = z.infer<typeof savePlanQuery>;

/** `basedOn`: the `updatedAt` of the draft to start; absent: whatever was saved last. */
export const startPlanBody = z.object({ basedOn: z.iso.datetime().optional() });
export type StartPlanBody = z.infer<typeof startPlanBody>;

/** What may change while a study runs: nothing that its figures rest on. Absent fields stay. */
export const changePlanBody = patchOf({
  maxPerDay: planContent.shape.maxPerDay,
  pay: planContent.shape.pay,
  lastDay: planContent.shape.lastDay,
  hoursPerPerson: planContent.shape.hoursPerPerson,
});
export type PlanChange = z.infer<typeof changePlanBody>;

/** A plan to size; what is stated beside it replaces that of the plan. */
export const planSizeBody = z.object({
  plan: planContent,
  assumptions: sizeAssumptions.optional(),
  targets: sizeTargets.partial().optional(),
  criterion: sizeQuestion.shape.criterion,
});
export type PlanSizeInput = z.infer<typeof planSizeBody>;

/** Somebody who can be named in a plan. */
const planCandidate = z.object({ userId: z.string(), name: z.string(), role });
export type PlanCandidate = z.infer<typeof planCandidate>;

/** All plans of a task, the newest first, and the members of the project who can be named in one. */
export const taskPlans = z.object({ items: z.array(studyPlan), people: z.array(planCandidate) });
export type TaskPlans = z.infer<typeof taskPlans>;
