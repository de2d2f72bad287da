import "server-only";
import { AppError, type ErrorCode } from "@/lib/domain/errors";

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  400: "bad_request",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  422: "invalid_input",
  429: "rate_limited",
};

/** The library's refusals in the shape of all others; its own code, such as INVALID_EMAIL_OR_PASSWORD, is in the details. */
export async function refusalOf(response: Response): Promise<AppError> {
  const body: { code?: string; message?: string } | null = await response.json().catch(() => null);
  const code = codeOfStatus[response.status] ?? "internal";
  return new AppError(code, body?.message ?? "This did not work.", body?.code ? { details: { reason: body.code } } : {});
}
