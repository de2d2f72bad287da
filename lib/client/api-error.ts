/** A refusal of the server, or that it could not be reached (`code` "offline", status 0), as the browser sees it. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string | null;
  /** From a Retry-After header. */
  readonly retryAfterMs: number | null;

  constructor(
    code: string,
    message: string,
    rest: {
      status: number;
      details?: Record<string, unknown> | undefined;
      requestId?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, rest.cause === undefined ? undefined : { cause: rest.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = rest.status;
    this.details = rest.details;
    this.requestId = rest.requestId ?? null;
    this.retryAfterMs = rest.retryAfterMs ?? null;
  }

  /** Whether the same request may succeed a moment later without anybody doing anything. */
  get passing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the server's error shape; a proxy's page in its place still becomes an error one can show. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const outer = isObject(body) ? body : {};
  const error = isObject(outer.error) ? outer.error : outer;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(
    typeof error.code === "string" ? error.code.toLowerCase() : response.status === 401 ? "unauthenticated" : "internal",
    typeof error.message === "string" && error.message !== "" ? error.message : `The server answered with status ${response.status}.`,
    {
      status: response.status,
      details: isObject(error.details) ? error.details : undefined,
      requestId: typeof error.requestId === "string" ? error.requestId : response.headers.get("x-request-id"),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
    },
  );
}

/** The error for a request that got no answer. An abort stays what it is. */
export function unreachable(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === "AbortError") return cause;
  return new ApiError("offline", "The server cannot be reached at the moment.", { status: 0, cause });
}
