import { z } from "zod";

/** A judge asks a model, has drafts made elsewhere, computes its scores, combines other judges, or maps the scores of one. */
export const judgeKind = z.enum(["endpoint", "imported", "metric", "panel", "recalibrated"]);
export type JudgeKind = z.infer<typeof judgeKind>;
