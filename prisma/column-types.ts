// What the generated table types cannot know: which words a text column holds and what a JSON column is made of.
// prisma/schema.prisma names these in `@kyselyType(Column.…)`. A JSON column is written as JSON text: pg would write an array as an array of
// PostgreSQL, not as JSON.
import type { ColumnType } from "kysely";
import type * as Actions from "@/lib/domain/action";
import type * as ApiKeys from "@/lib/domain/api-key";
import type * as Assignments from "@/lib/domain/assignment";
import type * as Comments from "@/lib/domain/comment";
import type * as Rounds from "@/lib/domain/criteria-round";
import type * as Criteria from "@/lib/domain/criterion";
import type * as Drafts from "@/lib/domain/draft";
import type * as Exams from "@/lib/domain/exam";
import type * as Exclusions from "@/lib/domain/exclusion";
import type * as Exports from "@/lib/domain/export-format";
import type * as Gold from "@/lib/domain/gold";
import type * as Imports from "@/lib/domain/import";
import type * as Mappings from "@/lib/domain/import-mapping";
import type * as Judges from "@/lib/domain/judge";
import type * as Improvement from "@/lib/domain/judge-improvement";
import type * as Watch from "@/lib/domain/judge-watch";
import type * as Accounts from "@/lib/domain/may-open-account";
import type { Preference as PairPreference, RunVariant } from "@/lib/domain/pair-outputs";
import type * as Sizes from "@/lib/domain/plan-size";
import type * as Policy from "@/lib/domain/policy";
import type * as PreparedExports from "@/lib/domain/prepared-export";
import type * as Reasons from "@/lib/domain/reason-codes";
import type * as Reviews from "@/lib/domain/review";
import type * as Plans from "@/lib/domain/study-plan";
import type * as Webhooks from "@/lib/domain/webhook";
import type { JudgeKind as Kind } from "../lib/domain/judge-kind";

/** Who took a part of a run's work, as it was when the run began. */
export interface RoleInRun {
  judgeId: string;
  baseUrl: string;
  model: string;
  parameters: Judges.JudgeParameters;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
}

/** A JSON column: read as `T`, written as its JSON text. */
type JsonOf<T> = ColumnType<T, string, string>;

export type Role = Policy.Role;
export type KeyScope = ApiKeys.KeyScope;
export type LinkPurpose = Accounts.LinkPurpose;
export type TaskKind = "pointwise" | "pairwise";
export type ImageType = Imports.ImageType;
export type Arm = Assignments.Arm;
export type PlanStatus = Plans.PlanStatus;
export type SlotPurpose = Plans.SlotPurpose;
export type AssignmentStatus = Assignments.HeldStatus;
export type AssignmentPurpose = Assignments.AssignmentPurpose;
export type GoldUse = Gold.GoldUse;
export type CriteriaSetStatus = "draft" | "published" | "derived";
export type CriterionGroup = Criteria.CriterionGroup;
export type RoundStatus = Rounds.RoundStatus;
export type CommentTarget = "criteria-round" | Comments.ThreadTarget;
export type ReviewVerdict = Reviews.ReviewVerdict;
export type TextFormat = "plain" | "markdown" | "chat";
export type Preference = PairPreference;
export type ItemKind = Drafts.ItemKind;
export type ActionKind = Actions.ActionKind;
export type ReasonCode = Reasons.ReasonCode;
export type ImportStatus = "staging" | "staged" | "running" | "done" | "failed" | "undone";
export type JudgeKind = Kind;
export type CandidateKind = Improvement.CandidateKind;
export type RunKind = "evaluation" | "criteria";
export type RunStatus = Judges.RunStatus;
export type RunUnitStatus = "pending" | "done" | "failed" | "dropped";
export type Variant = RunVariant;
export type Scope = "unit" | "sample" | "batch";
export type ModelRole = Judges.ModelRole;

export type ExamContent = JsonOf<Exams.ExamContent>;
export type PlanContent = JsonOf<Plans.PlanContent>;
export type DrawChances = JsonOf<Plans.DrawChances>;
export type PlannedSize = JsonOf<Sizes.PlannedSize>;
export type Scale = JsonOf<Criteria.Scale>;
export type ExportFormat = Exports.ExportFormat;
export type ExcludedWork = Exclusions.ExcludedWork;
export type PreparedExportStatus = PreparedExports.PreparedExportStatus;
export type ImportOptions = JsonOf<Imports.ImportOptions>;
export type ImportColumns = JsonOf<Mappings.FoundColumns[]>;
export type ImportMapping = JsonOf<Mappings.ImportMapping>;
export type ImportScale = JsonOf<Criteria.PointsOrLabels>;
export type CriterionContent = JsonOf<Criteria.CriterionContent>;
export type RoundItems = JsonOf<Rounds.RoundItem[]>;
export type RemovedGroups = JsonOf<(Criteria.CriterionGroup | null)[]>;
export type ReasonCodebooks = JsonOf<Partial<Reasons.ReasonCodebooks>>;
export type DraftItems = JsonOf<{ kind: Drafts.ItemKind; text: string }[]>;
export type ActionOrigin = JsonOf<{ row: number; textSeen: string; cells: string[] }>;
export type Tally = JsonOf<Record<string, Record<string, number>>>;
export type ImportCounts = JsonOf<Partial<Imports.ImportCounts>>;
export type ImportProblems = JsonOf<Imports.ImportProblem[]>;
export type ImportWarnings = JsonOf<Imports.ImportWarning[]>;
export type ImportPreview = JsonOf<Record<string, string>[]>;
export type ImportChanges = JsonOf<Imports.SampleChange[]>;
export type JudgeRoles = JsonOf<Judges.JudgeRoles>;
export type JudgeCapabilities = JsonOf<Judges.JudgeCapabilities>;
export type RunRoles = JsonOf<{ [R in Exclude<Judges.ModelRole, "judge">]?: RoleInRun }>;
export type TrialCandidates = JsonOf<{ candidateId: string; runId: string | null }[]>;
export type TrialEvidence = JsonOf<Improvement.TrialEvidence>;
export type WatchEvidence = JsonOf<Watch.WatchEvidence>;
export type Texts = JsonOf<Record<string, string>>;
export type WebhookEvent = Webhooks.WebhookEvent;
export type DeliveredEvent = Webhooks.DeliveredEvent;
export type DeliveryStatus = Webhooks.WebhookDelivery["status"];
export type WebhookTries = JsonOf<Webhooks.WebhookTry[]>;
/** As the worker wrote them; /metrics prints them. */
export type ProcessMetrics = JsonOf<{ name: string; help: string; type: string; values: never[] }[]>;
/** An object whose fields only its reader knows; parse it before use. */
export type Fields = JsonOf<Record<string, unknown>>;
