import type { ReportColumns } from "@/lib/domain/report-data";
import { median } from "@/lib/stats";
import { majority } from "./majority";

type Label = ReportColumns["adjudications"][number];

/**
 * The same data with the median and range of each adjudicated unit from the ratings that are left. Those of the data are of the ratings that the
 * adjudicator saw: of everybody who was not excluded by then, in every arm and on every day. Where nobody is left there is no median, and of one person
 * no range.
 */
export function withMediansLeft(data: ReportColumns): ReportColumns {
  if (data.adjudications.length === 0) return data;
  const scores = scoresLeft(data);
  return { ...data, adjudications: data.adjudications.map((label, place) => ({ ...label, ...spreadOf(label, scores[place] ?? []) })) };

  function spreadOf({ criterion }: Label, given: number[]): Pick<Label, "median" | "range"> {
    const distance = given.length < 2 ? null : Math.max(...given) - Math.min(...given);
    if (!data.criteria[criterion]?.labels) return { median: median(given), range: distance };
    return { median: majority(given), range: distance && 1 };
  }
}

/** People's scores of each adjudicated unit. */
function scoresLeft({ adjudications, ratings, raters, criteria }: ReportColumns): number[][] {
  const scores = adjudications.map((): number[] => []);
  const ofUnit = new Map(adjudications.map(({ sample, criterion }, place) => [sample * criteria.length + criterion, scores[place]]));
  for (let at = 0; at < ratings.score.length; at++) {
    if (raters[ratings.rater[at] as number]?.kind !== "annotator") continue;
    const unit = (ratings.sample[at] as number) * criteria.length + (ratings.criterion[at] as number);
    ofUnit.get(unit)?.push(ratings.score[at] as number);
  }
  return scores;
}
