import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { seededRandom } from "@/lib/stats";
import { type Rows, fourRows as rows, twoInputs as small, scoredSamples as study } from "@/lib/testing/scored-samples";
import { ratingTable } from "../rating-table";
import { scores } from "./scores";

const scoresOf = (data: ReportData) => scores(ratingTable(data)).judge?.Clear;

test("ties and order are counted within inputs", () => {
  // Input 0: people tie, the judge does not. Input 1: both put the second first.
  const { ties } = scoresOf(small(rows)) ?? {};
  expect([ties?.people.value, ties?.judge.value, ties?.accuracy.value]).toEqual([0.5, 0, 0.5]);
  // One of two inputs: t(1) reaches beyond every share, so the whole range is left.
  expect(ties?.people.interval).toMatchObject({ low: 0, high: 1, method: "t" });
  expect(ties?.accuracy.interval).toMatchObject({ low: 0, high: 1 });
  const single = small(rows);
  const apart = { ...single, samples: single.samples.map((sample, place) => ({ ...sample, inputKey: `i${place}` })) };
  expect(scoresOf(apart)?.ties.people).toMatchObject({ value: null, why: "no-two-outputs" });
});

test("ties are counted among all pairs of an input's outputs, and each input counts once", () => {
  const inputKeys = ["a", "a", "a", "b", "b", "b", "c", "c", "c", "d"];
  const [human, judged] = [
    [3, 3, 3, 1, 2, 2, 1, 1, 2, 5],
    [2, 2, 4, 4, 5, 5, 3, 2, 1, 5],
  ];
  const rows = human.map((score, at) => [score, score, judged[at] ?? null]);
  const { ties } = scoresOf(study(rows, inputKeys, [])) ?? {};
  // People tie on 3, 1 and 1 of three pairs, the judge on 1, 1 and 0, and it orders or ties 1, 3 and 0 as people do.
  const found = [ties?.people, ties?.judge, ties?.accuracy].map((figure) => [figure?.value, figure?.n]);
  expect(found).toEqual([
    [expect.closeTo(5 / 9, 12), 3],
    [expect.closeTo(2 / 9, 12), 3],
    [expect.closeTo(4 / 9, 12), 3],
  ]);
});

test("an input of which only one output has both scores has no pair to tie", () => {
  const inputKeys = ["a", "a", "b", "b"];
  const rows: Rows = [
    [3, 3, 2],
    [3, 3, 4],
    [1, 2, 5],
    [2, 1, 5],
  ];
  const { ties } = scoresOf(study(rows, inputKeys, [])) ?? {};
  const [lone, others]: Rows[] = [
    [[4, 4, 4]],
    [
      [1, 1, null],
      [null, null, 2],
    ],
  ];
  const more = scoresOf(study([...rows, ...(lone ?? []), ...(others ?? [])], [...inputKeys, "c", "c", "c"], []))?.ties;
  expect(ties?.people).toMatchObject({ value: 1, n: 2 });
  expect(more).toEqual(ties);
});

test("the order in which samples are listed changes nothing about ties and systems", () => {
  // More inputs than the folds in which thresholds are held out, and an order that puts them into other folds.
  const inputKeys = Array.from({ length: 72 }, (_, at) => `i${(at * 7) % 24}`);
  const random = seededRandom(5);
  const rows = inputKeys.map(() => [1 + random.int(4), 1 + random.int(3), 1 + random.int(41) / 10]);
  const names = inputKeys.map((_, at) => ["one", "two", "three"][at % 3] ?? "");
  const [listed, mixed] = [1, 5].map((step) => {
    const mix = <T>(list: readonly T[]) => list.map((_, at) => list[(at * step) % 72] as T);
    return scoresOf(study(mix(rows), mix(inputKeys), mix(names)));
  });
  expect(listed?.ties.calibrated.value).not.toBeNull();
  expect(mixed?.ties).toEqual(listed?.ties);
  expect(mixed?.systems).toEqual(listed?.systems);
});
