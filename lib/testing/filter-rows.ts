import type { ArmData } from "@/lib/domain/arm-columns";
import type { ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";

const dayOf = (date: string) => new Date(`${date}T00:00:00Z`).getTime() / 86_400_000;

/** What a filter should leave of a study whose only work is ratings, in arms or not, row by row and name by name: what the filter on columns is held against. */
export function filterRows(data: ReportData, filter: ReportFilter): ReportData {
  const { arm, judge, system, subset, annotator, finished, from = "1970-01-01", to = "2100-01-01" } = filter;
  const isPerson = (rater: number) => data.raters[rater]?.kind === "annotator";
  const peopleOn = (sample: number) =>
    new Set(data.ratings.filter((one) => one.sample === sample && isPerson(one.rater)).map(({ rater }) => rater)).size;
  const samples = data.samples.filter((one, place) => {
    if (system !== undefined && ![one.system, one.systemB].includes(system)) return false;
    if (subset !== undefined && one.subset !== subset) return false;
    return !finished || peopleOn(place) >= (data.task.annotatorsPerSample ?? 1);
  });
  const ids = samples.map(({ id }) => id);
  const wanted = data.ratings.filter((one) => {
    if (!ids.includes(data.samples[one.sample]?.id ?? "")) return false;
    if (!isPerson(one.rater)) return true;
    return (arm === undefined || one.arm === arm) && (one.day ?? 0) >= dayOf(from) && (one.day ?? 0) <= dayOf(to);
  });
  const raters = data.raters.filter((one, place) =>
    one.kind === "judge"
      ? judge === undefined || one.name === judge
      : wanted.some(({ rater }) => rater === place) && (annotator === undefined || one.code === annotator),
  );
  const raterOf = (rater: number) => raters.findIndex(({ id }) => id === data.raters[rater]?.id);
  const sampleOf = (sample: number) => ids.indexOf(data.samples[sample]?.id ?? "");
  const arms = data.arms && armsLeft(data.arms);
  return {
    ...data,
    samples,
    raters,
    arms,
    ...(data.arms && !arms && { judgeShown: null }),
    ratings: wanted.flatMap((one) => {
      const rater = raterOf(one.rater);
      return rater < 0 ? [] : [{ ...one, rater, sample: sampleOf(one.sample) }];
    }),
  };

  function armsLeft({ runs, ratings, drafts }: ArmData): ArmData | null {
    const inArms = ratings.filter(
      ({ arm: kind, ...one }) =>
        (arm === undefined || arm === (kind === "first" || kind === "final" ? "blind-then-drafted" : kind)) &&
        (one.day ?? 0) >= dayOf(from) &&
        (one.day ?? 0) <= dayOf(to) &&
        raterOf(one.rater) >= 0 &&
        sampleOf(one.sample) >= 0,
    );
    const different = new Set(inArms.map((one) => `${one.arm} ${one.run}`)).size;
    if (arm !== undefined && different < (arm === "drafted" ? 1 : 2)) return null;
    const runsLeft = runs.filter((run) => judge === undefined || run.judge === judge);
    const runOf = (run: number | null) => (run === null ? -1 : runsLeft.findIndex(({ id }) => id === runs[run]?.id));
    const own = (one: ArmData["ratings"][number]) =>
      judge === undefined || one.arm === "blind" || one.arm === "first" || runOf(one.run) >= 0;
    return {
      runs: runsLeft,
      ratings: inArms.filter(own).map((one) => ({
        ...{ ...one, rater: raterOf(one.rater), sample: sampleOf(one.sample) },
        run: runOf(one.run) < 0 ? null : runOf(one.run),
      })),
      drafts: drafts.flatMap((one) =>
        runOf(one.run) < 0 || sampleOf(one.sample) < 0 ? [] : [{ ...one, run: runOf(one.run), sample: sampleOf(one.sample) }],
      ),
    };
  }
}
