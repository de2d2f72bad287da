/** A request the server refused, or that did not reach it (`code` "offline", status 0). */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string | null;
  /** From the Retry-After header. */
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

  /** Whether retrying the same request may succeed. */
  get passing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the server's error shape; a proxy's HTML page still becomes a presentable error. */
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

/** The error for a request that got no response. An abort is passed through. */
export function unreachable(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === "AbortError") return cause;
  return new ApiError("offline", "The server cannot be reached.", { status: 0, cause });
}
