import type { NextChapter } from "@/lib/domain/report-next";
import { forecastMean } from "@/lib/stats";
import { meanOf, onScale, undefinedFigure } from "../figures";
import type { RatingTable } from "../rating-table";
import { byCriterion, codesIn, isNominal, type Scene, scaleOf } from "./scene";
import { usedScene } from "./without-draft";

const times = [1, 2, 4];
/** So many more ratings of a unit than now are tried, and of numbers below it, so many. */
const [more, mostFewer] = [2, 5];

/** What more people or more units would do to the interval of people's mean score, from the ratings that each criterion's verdict rests on. */
export function forecast(table: RatingTable): NonNullable<NextChapter["forecast"]> {
  const scenes = table.data.criteria.map((_, criterion) => (isNominal(table, criterion) ? null : usedScene(table, criterion).scene));
  const ratings = (scene: Scene) => ({ ratings: codesIn(scene), clusters: scene.inputs });
  const most = Math.max(1, ...scenes.map((scene) => (scene === null ? 1 : Math.round(ratingsPerUnit(scene)))));
  const fewer = Array.from({ length: most }, (_, place) => place + 1).slice(0, -1);
  const values = [...(most > mostFewer ? [1, 2, 3, ...fewer.slice(-1)] : fewer), ...Array.from({ length: more + 1 }, (_, by) => most + by)];
  return {
    values,
    perCriterion: byCriterion(table, (criterion) => {
      const scene = scenes[criterion] ?? null;
      if (scene === null) return { mean: undefinedFigure("labels"), perUnit: null, why: "labels", rows: [] };
      const { why, n, ratingsPerUnit: perUnit, halves } = forecastMean({ ...ratings(scene), perUnit: values, times });
      return {
        ...{ mean: onScale(meanOf(scene.people, scene.inputs, table.wanted), scaleOf(scene)), perUnit, why },
        rows: halves.map((reaches, place) => ({ units: n * (times[place] as number), reaches })),
      };
    }),
  };
}

function ratingsPerUnit(scene: Scene): number {
  const rated = scene.people.filter((mean) => mean !== null).length;
  let given = 0;
  for (const code of codesIn(scene).codes) if (code !== 0) given += 1;
  return given / Math.max(1, rated);
}
