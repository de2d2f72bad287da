import type { Scale } from "@/lib/domain/criterion";
import { scale } from "@/lib/domain/criterion";

/** A categorical scale with these labels. */
export const labelled = (...labels: string[]): Scale => scale.parse({ kind: "categorical", levels: labels.map((label) => ({ label })) });
