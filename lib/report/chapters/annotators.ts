import type { Figure } from "@/lib/domain/report";
import type { PersonInReport } from "@/lib/domain/report-people";
import { scalePoints } from "@/lib/domain/scale-points";
import { compareDistances, leaveOneRaterOut, median, raterBehaviour, raterSeverity, type WithoutRater } from "@/lib/stats";
import { agreementWithOthers, levelAmongOthers } from "../agreement-with-others";
import { draftKept } from "../draft-kept";
import { shareOf, undefinedFigure } from "../figures";
import { inputsOf, isLabelled, nameOf, numberOf, numberUnits, pickedCodes, type RatingTable, unitsOf, whyNotPooled } from "../rating-table";
import { asFigure } from "./scene";

/** Each annotator's way of rating, as evidence to look at and never as a verdict. */
export function peopleInReport(table: RatingTable): Record<string, PersonInReport> {
  const { data, annotators } = table;
  const withOthers = agreementWithOthers(data, table.wanted);
  const kept = draftKept(data);
  const severity = severities(table);
  const ratings = placesByRater(table);
  const alphaWithout = alphasWithout(table);
  return Object.fromEntries(
    annotators.map((rater, place) => {
      const own = ratings.get(rater) ?? [];
      const seconds = own.map((at) => (data.ratings.durationMs[at] as number) / 1000).filter((time) => !Number.isNaN(time));
      const agreed = withOthers.get(rater);
      return [
        nameOf(table, rater),
        {
          ratings: own.length,
          medianSeconds: median(seconds),
          ...severity(place),
          withOthers: agreed ? asFigure(agreed) : undefinedFigure("no-pairable-units"),
          ...variety(table, own),
          retest: retest(table, rater),
          draftKept: kept.get(rater) ?? undefinedFigure("no-drafts"),
          alphaWithout: alphaWithout(place),
        },
      ];
    }),
  );
}

/** Each rater's ratings, by their places in the columns. */
function placesByRater({ data, raters }: RatingTable): Map<number, number[]> {
  const places = Array.from({ length: raters }, (): number[] => []);
  data.ratings.rater.forEach((rater, at) => {
    places[rater]?.push(at);
  });
  return new Map(places.entries());
}

/** By place among the annotators. Points of different scales are not averaged, nor labels subtracted. */
function severities(table: RatingTable): (place: number) => Pick<PersonInReport, "severity" | "close"> {
  const whyNot = table.data.task.kind === "pairwise" ? "labels" : whyNotPooled(table);
  if (whyNot !== null) return () => ({ severity: undefinedFigure(whyNot), close: undefinedFigure(whyNot) });
  const units = numberUnits(table);
  const inputs = inputsOf(table, units);
  const { raters } = raterSeverity({ ratings: pickedCodes(table, units, table.annotators), clusters: inputs });
  return (place) => {
    const found = raters.find(({ rater }) => rater === place);
    return {
      severity: found ? asFigure(found.severity) : undefinedFigure("no-pairable-units"),
      close: closeness(table, units, inputs, place),
    };
  };
}

/** How often this person's score is within a point of the mean of the others. */
function closeness(table: RatingTable, units: readonly number[], inputs: readonly number[], place: number): Figure {
  const { annotators } = table;
  const hits: boolean[] = [];
  const inputsOfHits: number[] = [];
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number;
    const own = numberOf(table, unit, annotators[place] as number);
    if (Number.isNaN(own)) continue;
    let [others, sum] = [0, 0];
    for (let other = 0; other < annotators.length; other++) {
      const score = numberOf(table, unit, annotators[other] as number);
      if (other === place || Number.isNaN(score)) continue;
      others += 1;
      sum += score;
    }
    if (others === 0) continue;
    // In whole multiples of the mean's divisor, so that exactly one point counts as within one.
    hits.push(compareDistances(Math.abs(own * others - sum), others) <= 0);
    inputsOfHits.push(inputs[at] as number);
  }
  return shareOf(hits, inputsOfHits, "no-pairable-units");
}

/** How varied the scores are; by criterion, by day and place of the sample, because each has its own usual score. */
function variety(table: RatingTable, ratings: readonly number[]): Pick<PersonInReport, "entropy" | "longestRun"> {
  const each = table.data.criteria.flatMap((criterion, index) => {
    const { criterion: criterionOf, day, sample, score } = table.data.ratings;
    const own = ratings
      .filter((at) => criterionOf[at] === index)
      .sort((a, b) => (day[a] as number) - (day[b] as number) || (sample[a] as number) - (sample[b] as number));
    if (own.length === 0) return [];
    const points = criterion.labels?.length ?? scalePoints(criterion)?.length ?? null;
    const scores = own.map((at) => score[at] as number);
    // Without points, and beside a tie that the scale does not have, there are at least as many as were used.
    const behaviour = raterBehaviour({ scores, scalePoints: Math.max(2, points ?? 0, new Set(scores).size) });
    return [{ entropy: points === null ? null : behaviour.entropyNormalised.value, longestRun: behaviour.longestRun }];
  });
  const entropies = each.flatMap(({ entropy }) => entropy ?? []);
  return {
    entropy: entropies.length === 0 ? null : entropies.reduce((sum, one) => sum + one, 0) / entropies.length,
    longestRun: Math.max(0, ...each.map(({ longestRun }) => longestRun)),
  };
}

function retest({ data }: RatingTable, rater: number): Figure {
  const own = (data.repeats ?? []).filter((repeat) => repeat.rater === rater);
  return shareOf(
    own.map(({ before, after }) => before === after),
    own.map(({ sample }) => data.samples[sample]?.inputKey ?? ""),
    "no-repeats",
  );
}

/** By place among the annotators, the mean over criteria of alpha without this person minus alpha with all, on the same inputs. */
function alphasWithout(table: RatingTable): (place: number) => Figure {
  const level = levelAmongOthers(table.data);
  const criteria = table.data.criteria.flatMap((_, criterion) => (level === "nominal" || !isLabelled(table, criterion) ? [criterion] : []));
  if (table.annotators.length < 3 || criteria.length === 0) return () => undefinedFigure("too-few-people");
  const without = leaveOneRaterOut({
    tables: criteria.map((criterion) => pickedCodes(table, unitsOf(table, criterion), table.annotators)),
    ...{ level, clusters: inputsOf(table, unitsOf(table, 0)), ...table.wanted },
  });
  return (place) => asFigure(without[place] as WithoutRater);
}
