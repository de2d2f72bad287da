import { z } from "zod";

/** A judge asks a model, has drafts made elsewhere, computes its scores, or combines other judges. */
export const judgeKind = z.enum(["endpoint", "imported", "metric", "panel"]);
export type JudgeKind = z.infer<typeof judgeKind>;
