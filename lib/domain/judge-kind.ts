import { z } from "zod";

/** A judge that asks a model, one whose drafts were made elsewhere, one that computes, or one made of other judges. */
export const judgeKind = z.enum(["endpoint", "imported", "metric", "panel"]);
export type JudgeKind = z.infer<typeof judgeKind>;
