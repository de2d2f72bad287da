import "server-only";
import { type ClaimedRequest, goOnWith } from "@/lib/db/claimed-request";
import { refusalOfTrouble } from "@/lib/db/trouble";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import { checkUpload } from "@/lib/workflows/check-upload";
import { commitImport } from "@/lib/workflows/commit-import";
import { computeReport } from "@/lib/workflows/compute-report";
import { freezeReport } from "@/lib/workflows/freeze-report";
import { mapImport } from "@/lib/workflows/map-import";
import { previewPlan } from "@/lib/workflows/preview-plan";
import { readStudyQuality } from "@/lib/workflows/read-study-quality";
import { readTaskPeople } from "@/lib/workflows/read-task-people";
import { sizePlan } from "@/lib/workflows/size-plan";
import { startPlan } from "@/lib/workflows/start-plan";

/** The workflows that need seconds of processor time in large studies. */
const computations = {
  ...{ checkUpload, commitImport, mapImport },
  ...{ computeReport, freezeReport, previewPlan, readStudyQuality, readTaskPeople, sizePlan, startPlan },
};
type Computations = typeof computations;
export type ComputationName = keyof Computations;
export type ComputationInput<N extends ComputationName> = Parameters<Computations[N]>;
export type ComputationResult<N extends ComputationName> = Awaited<ReturnType<Computations[N]>>;

/** A computation as another process is asked for it. */
export interface Computation {
  name: ComputationName;
  input: unknown[];
  /** The request that it is for, so that what it commits is kept under the request's key. */
  request?: ClaimedRequest | undefined;
}

/** Its result, or why there is none: a refusal to pass on, or a fault of ours (code null), whose message is for the log. */
export type Outcome = { result: unknown } | { refusal: Refusal };
/** As both pass between the processes, in any order. */
export interface NumberedComputation {
  id: number;
  computation: Computation;
}
export interface NumberedOutcome {
  id: number;
  outcome: Outcome;
}

/** What a process that computes is asked now and then, and says back as soon as its event loop turns. */
export const stillThere = "still there?";

interface Refusal {
  code: ErrorCode | null;
  message: string;
  details?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
  /** For the log. */
  cause?: string | undefined;
}

export function perform({ name, input }: Computation): Promise<unknown> {
  const workflow = computations[name] as (...given: unknown[]) => Promise<unknown>;
  return workflow(...input);
}

/** The same for a process whose errors must reach another one. */
export const tryToPerform = (computation: Computation): Promise<Outcome> =>
  goOnWith(computation.request, () => perform(computation)).then(
    (result) => ({ result }),
    (thrown: unknown) => ({ refusal: refusalOf(thrown) }),
  );

function refusalOf(thrown: unknown): Refusal {
  const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  const refusal = thrown instanceof AppError ? thrown : refusalOfTrouble(thrown);
  if (refusal === null) return { code: null, message: cause };
  const { code, message, details, retryAfterSeconds } = refusal;
  return { code, message, details, retryAfterSeconds, ...(refusal !== thrown && { cause }) };
}
