/** The table of all error codes with their HTTP status. */
export const errorStatus = {
  bad_request: 400,
  invalid_input: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale_parent: 409,
  lease_lost: 409,
  already_exists: 409,
  payload_too_large: 413,
  unsupported_format: 415,
  rate_limited: 429,
  internal: 500,
  model_unreachable: 502,
  model_refused_key: 502,
  model_out_of_credits: 502,
  model_rate_limited: 503,
  model_reply_unreadable: 502,
  model_timeout: 504,
  budget_reached: 409,
  history_incomplete: 409,
  metric_undefined: 422,
  panel_incomplete: 409,
  panel_undecided: 409,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** An expected refusal, worded for the person who caused it. Doors translate it; nothing else catches it to hide it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  /** When the same request may succeed; doors say so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Throws not_found, naming what was looked for, unless the value is there. */
export function found<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new AppError("not_found", `There is no such ${what}.`);
  return value;
}
