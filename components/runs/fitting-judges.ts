import type { Judge } from "@/lib/domain/judge";
import type { Variant } from "@/lib/domain/pair-outputs";
import { panelOptions, panelProblem } from "@/lib/domain/panel";
import type { ProtocolDescription } from "@/lib/domain/prompt-version";

/** A judge that can work on a task. */
export interface FittingJudge {
  judge: Judge;
  description: string;
  /** Whether it calls a model, which costs money. */
  asksModel: boolean;
  criteria: "every" | "overall";
  variants: readonly Variant[];
}

/** The judges that can work on tasks of this kind: models whose protocol is for it, metrics, and panels whose members go together there. */
export function fittingJudges(
  judges: readonly Judge[],
  protocols: readonly ProtocolDescription[],
  taskKind: "pointwise" | "pairwise",
): FittingJudge[] {
  return judges.flatMap((judge): FittingJudge[] => {
    if (judge.archivedAt !== null || judge.kind === "imported") return [];
    if (judge.kind === "metric") {
      return [{ judge, description: "a metric, computed here", asksModel: false, criteria: "overall", variants: ["plain"] }];
    }
    if (judge.kind === "panel") {
      const options = panelOptions.safeParse(judge.options);
      const fits = options.success && panelProblem(options.data, { kind: taskKind }, judges) === null;
      return fits ? [{ judge, description: "a panel of other judges", asksModel: false, criteria: "every", variants: ["plain"] }] : [];
    }
    if (judge.kind === "recalibrated") {
      const description = "another judge's scores, recalibrated";
      return taskKind === "pairwise" ? [] : [{ judge, description, asksModel: false, criteria: "every", variants: ["plain"] }];
    }
    const protocol = protocols.find(({ name }) => name === judge.protocol);
    if (!protocol?.taskKinds.includes(taskKind)) return [];
    const description = [judge.model ?? "", protocol.title].filter((part) => part !== "").join(", ");
    const variants = taskKind === "pairwise" ? protocol.variants : (["plain"] as const);
    return [{ judge, description, asksModel: true, criteria: protocol.criteria, variants }];
  });
}
