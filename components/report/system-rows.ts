import type { Figure, TaskReport } from "@/lib/domain/report";

/** One system: what people and the judge gave it. With a judge, both on the units that both have scored. */
export interface SystemRow {
  name: string;
  people: number | null;
  judged: number | null;
  difference: Figure | undefined;
}

/** Best by people first. `criterion` null: all criteria, where their scales allow it. Without a judge people's means over everything they scored. */
export function systemRows({ scores }: TaskReport, judge: string | null, criterion: string | null): SystemRow[] {
  const common = judge === null ? undefined : scores.onCommonUnits[judge];
  return Object.entries(scores.bySystem)
    .map(([name, means]): SystemRow => {
      const system = common?.[name];
      if (!system) return { name, people: means.annotators ?? null, judged: null, difference: undefined };
      const found = criterion === null ? system.pooled : system.perCriterion[criterion];
      return { name, people: found?.annotators ?? null, judged: found?.judge ?? null, difference: found?.difference };
    })
    .sort((a, b) => (b.people ?? b.judged ?? 0) - (a.people ?? a.judged ?? 0));
}

/** The criteria that can be looked at: all of them together unless their scales differ, then each. */
export function systemViews({ criteria, agreement }: TaskReport): (string | null)[] {
  const mixed = agreement.pooled.annotators.nominal.why === "mixed-scales";
  const names = criteria.map(({ name }) => name);
  if (names.length < 2) return [null];
  return mixed ? names : [null, ...names];
}
