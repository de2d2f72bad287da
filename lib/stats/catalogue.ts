import { agreementStatistics } from "./catalogue-agreement";
import { distributionStatistics } from "./catalogue-distributions";
import type { Statistic } from "./catalogue-entry";
import { judgeStatistics } from "./catalogue-judge";
import { peopleStatistics } from "./catalogue-people";

/** Every statistic of this room that can be called by name with one JSON object: what `redline stats --list` prints. */
export const statistics: readonly Statistic[] = [
  ...agreementStatistics,
  ...judgeStatistics,
  ...distributionStatistics,
  ...peopleStatistics,
];

/** The statistic of this name, or null. */
export function findStatistic(name: string): Statistic | null {
  return statistics.find((entry) => entry.name === name) ?? null;
}
