import type { Figure, TaskReport } from "@/lib/domain/report";

/** A system's scores from people and the judge. With a judge, both are over the units both have scored. */
export interface SystemRow {
  name: string;
  people: number | null;
  judged: number | null;
  difference: Figure | undefined;
}

/** Systems in descending order of people's mean. `criterion` null: all criteria, if their scales allow it. Without a judge, means over everything people scored. */
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

/** The selectable criteria: all together, unless their scales differ, then each one; without those that have labels, which have no mean. */
export function systemViews({ criteria, agreement }: TaskReport): (string | null)[] {
  const mixed = agreement.pooled.why === "mixed-scales";
  const names = criteria.filter(({ labels }) => labels === null).map(({ name }) => name);
  if (names.length < 2) return [null];
  return mixed ? names : [null, ...names];
}
