import { answerMetrics } from "@/lib/http/answer-metrics";

export const dynamic = "force-dynamic";

export const GET = answerMetrics;
