import "server-only";
import { handleAuthRequest } from "@/lib/auth/handle-auth-request";
import { answer } from "./answer";
import { readCredentials } from "./read-input";

/** Answers a request below /api/auth, whose body is read here, up to a small size. */
export const answerAuthRequest = (request: Request): Promise<Response> =>
  answer(request, () => handleAuthRequest(request, (schema) => readCredentials(request, schema)));
