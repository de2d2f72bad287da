import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";
import { metricsContentType } from "@/lib/telemetry/metrics";
import { answer } from "./answer";
import { printInstanceMetrics } from "./print-instance-metrics";

// Hashed first, because texts of different lengths cannot be compared in constant time.
const digest = (text: string) => createHash("sha256").update(text).digest();

/** Metrics for whoever sends REDLINE_METRICS_TOKEN as a bearer token; without that setting there is no such page. */
export const answerMetrics = (request: Request): Promise<Response> =>
  answer(request, async () => {
    const token = env().REDLINE_METRICS_TOKEN;
    if (token === undefined) throw new AppError("not_found", "There is no such page.");
    const given = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if (!timingSafeEqual(digest(given), digest(token)))
      throw new AppError("unauthenticated", "Send REDLINE_METRICS_TOKEN as `Authorization: Bearer TOKEN`.");
    return new Response(await printInstanceMetrics(), { headers: { "content-type": metricsContentType } });
  });
