import type { ArmData } from "@/lib/domain/arm-columns";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "./report-data-fixture";

/** A study with arms, times and actions, so that its report has most kinds of figure. */
export function versionedData(inputs = 12): ReportData {
  const data = reportDataFixture({ inputs });
  const judge = data.raters.findIndex(({ kind }) => kind === "judge");
  const drafts = data.ratings
    .filter(({ rater }) => rater === judge)
    .map(({ sample, criterion, score }) => ({ run: 0, sample, criterion, score }));
  const draftAt = new Map(drafts.map(({ sample, criterion, score }) => [`${sample} ${criterion}`, score]));
  const people = data.ratings.filter(({ rater }) => rater !== judge);
  const timed = people.map((rating, index) => ({ ...rating, durationMs: 20_000 + ((index * 7919) % 40_000) }));
  const arms: ArmData = {
    runs: [{ id: "run", judge: "judge" }],
    drafts,
    ratings: timed.map(({ rater, sample, criterion, score, durationMs }): ArmData["ratings"][number] => {
      const drafted = (rater + sample) % 2 === 0;
      const draft = draftAt.get(`${sample} ${criterion}`) ?? score;
      const moved = drafted && sample % 3 === 0 ? draft : score;
      return { rater, sample, criterion, arm: drafted ? "drafted" : "blind", run: drafted ? 0 : null, score: moved, durationMs };
    }),
  };
  const actionCounts = timed
    .filter(({ rater, sample }) => (rater + sample) % 2 === 0)
    .map(({ rater, sample, criterion, score }) => ({
      ...{ annotator: rater, judge, criterion, input: sample - (sample % 2), itemKind: "score", together: 0, remove: 0, add: 0 },
      ...(score === draftAt.get(`${sample} ${criterion}`) ? { accept: 1, revise: 0 } : { accept: 0, revise: 1 }),
    }));
  return { ...data, ratings: [...timed, ...data.ratings.filter(({ rater }) => rater === judge)], arms, actionCounts };
}
