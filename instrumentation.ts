import type { Instrumentation } from "next";

/** Run once when the server starts, in Node only. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("./instrumentation-node")).start();
}

/** Errors of pages; routes log their own with the request id that the caller got. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === "nodejs")
    (await import("./instrumentation-node")).logPageError(error, context.routePath, request.headers["x-request-id"]);
};
