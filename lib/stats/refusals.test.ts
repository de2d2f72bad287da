import { describe, expect, test } from "vitest";
import { altTest } from "./alt-test";
import { clusteredMean } from "./clustered-mean";
import { clusteredShare } from "./clustered-share";
import { correlate } from "./correlation";
import { calibrationByLevel, judgeError } from "./error";
import { groupedCorrelation } from "./grouped-correlation";
import { positionBias, repetitionStability } from "./position-bias";
import { ppiMean } from "./ppi";
import { signFlip } from "./sign-flip";
import { verbosity } from "./verbosity";
import { wilson } from "./wilson";

/** What a caller without types may pass. */
const unchecked = (value: unknown) => value as never;
const xy = { x: [1, 2, 3], y: [1, 3, 2] };
const judged = { human: [1, 2, 3], judge: [1, 3, 2] };
const long = "0123456789".repeat(4);

describe("input that cannot be read is refused by the argument's name and its row", () => {
  test.each<[string, () => unknown, string]>([
    ["null for a column", () => correlate({ ...xy, x: unchecked(null) }), "x: must be an array, got null"],
    ["an object for a column", () => correlate({ ...xy, x: unchecked({}) }), "x: must be an array, got an object"],
    ["a DataView", () => correlate({ ...xy, x: unchecked(new DataView(new ArrayBuffer(8))) }), "x: must be an array, got an object"],
    ["a function for a column", () => correlate({ ...xy, y: unchecked(Math.abs) }), "y: must be an array, got a function"],
    ["a number for a column", () => correlate({ ...xy, y: unchecked(3) }), "y: must be an array, got 3"],
    ["a list in a column", () => correlate({ ...xy, x: unchecked([1, [2], 3]) }), "x: row 1: must be a number or missing, got an array"],
    ["40 characters", () => correlate({ ...xy, y: unchecked([1, 2, long]) }), `y: row 2: must be a number or missing, got "${long}"`],
    [
      "a longer text",
      () => correlate({ ...xy, y: unchecked([1, 2, `${long}x`]) }),
      `y: row 2: must be a number or missing, got "${long}…"`,
    ],
    ["infinity", () => correlate({ ...xy, x: [1, 2, Infinity] }), "x: row 2: must be finite, got Infinity"],
    ["minus infinity", () => correlate({ ...xy, y: [-Infinity, 2, 3] }), "y: row 0: must be finite, got -Infinity"],
    ["a gap", () => clusteredShare({ hits: unchecked([1, null]), sizes: [2, 2] }), "hits: row 1: must not be missing"],
    ["a gap in the first row", () => clusteredShare({ hits: unchecked([null, 1]), sizes: [2, 2] }), "hits: row 0: must not be missing"],

    ["groups of columns of two lengths", () => groupedCorrelation({ x: [1], y: [1, 2], groups: ["a"] }), "y: has 2 values where x has 1"],
    [
      "a text among groups' scores",
      () => groupedCorrelation({ x: [1], y: unchecked(["a"]), groups: ["a"] }),
      "y: row 0: must be a number or",
    ],
    ["too few groups", () => groupedCorrelation({ ...xy, groups: ["a"] }), "groups: has 1 labels for 3 rows"],
    ["too few clusters of groups", () => groupedCorrelation({ ...xy, groups: [1, 1, 1], clusters: [1] }), "clusters: has 1 labels for 3"],

    ["a text of a person", () => judgeError({ ...judged, human: unchecked([1, 2, "x"]) }), "human: row 2: must be a number or missing"],
    ["a text of a judge", () => judgeError({ ...judged, judge: unchecked([1, 2, "x"]) }), "judge: row 2: must be a number or missing"],
    ["too few clusters", () => judgeError({ ...judged, clusters: ["a"] }), "clusters: has 1 labels for 3 units"],
    [
      "a text of a calibrated judge",
      () => calibrationByLevel({ ...judged, judge: unchecked(["x", 1, 2]) }),
      "judge: row 0: must be a number or",
    ],
    ["too few clusters of levels", () => calibrationByLevel({ ...judged, clusters: ["a"] }), "clusters: has 1 labels for 3 units"],

    [
      "a label",
      () => ppiMean({ ...judged, human: unchecked(["x", 1, 2]), judgeUnlabelled: [1] }),
      "human: row 0: must be a number or missing",
    ],
    [
      "an unlabelled text",
      () => ppiMean({ ...judged, judgeUnlabelled: unchecked(["x"]) }),
      "judgeUnlabelled: row 0: must be a number or missing",
    ],
    [
      "another lambda",
      () => ppiMean({ ...judged, judgeUnlabelled: [1], lambda: unchecked("all") }),
      'lambda: must be a finite number, got "all"',
    ],

    ["no units", () => altTest({ ratings: unchecked("none"), judge: [] }), 'ratings: must be an array of units, got "none"'],
    ["no judge", () => altTest({ ratings: [], judge: unchecked(null) }), "judge: must be an array, got null"],
    ["a unit that is none", () => altTest({ ratings: unchecked([[1, 2], 3]), judge: [1, 2] }), "ratings: row 1: must be an array, got 3"],
    ["a true judge", () => altTest({ ratings: [[1, 2]], judge: unchecked([true]) }), "judge: row 0: must be a finite number, got true"],
    ["an endless rating", () => altTest({ ratings: [[1, Infinity]], judge: [1] }), "ratings: row 0, column 1: must be a finite number"],
    [
      "a label as error",
      () => altTest({ ratings: [["a", "b"]], judge: ["a"], score: "rmse" }),
      'column 0: must be a finite number, got "a"',
    ],
    [
      "numbers as names",
      () => altTest({ ratings: [[1, 2]], judge: [1], annotatorIds: unchecked([1, "b"]) }),
      "annotatorIds: must be an array of",
    ],
    [
      "a name for all",
      () => altTest({ ratings: [[1, 2]], judge: [1], annotatorIds: unchecked("ab") }),
      "annotatorIds: must be an array of names",
    ],
    ["too few names", () => altTest({ ratings: [[1, 2]], judge: [1], annotatorIds: ["a"] }), "annotatorIds: has 1 names for 2 annotators"],
    ["too few clusters of units", () => altTest({ ratings: [[1, 2]], judge: [1], clusters: [] }), "clusters: has 0 labels for 1 units"],
    ["a text among differences", () => signFlip({ differences: unchecked(["x"]) }), "differences: row 0: must be a number or missing"],
    ["a text among values", () => clusteredMean({ values: unchecked(["x"]) }), "values: row 0: must be a number or missing"],
    ["half a hit", () => clusteredShare({ hits: [0.5], sizes: [1] }), "hits: must be a whole number from 0, got 0.5"],
    ["half a size", () => clusteredShare({ hits: [0], sizes: [0.5] }), "sizes: must be a whole number from 0, got 0.5"],
    ["a text of a length", () => verbosity({ ...judged, length: unchecked(["x", 1, 2]) }), "length: row 0: must be a number or missing"],
    ["a length too few", () => verbosity({ ...judged, length: [1, 2] }), "human: has 3 values where length has 2"],
    ["a judge too few", () => verbosity({ ...judged, length: [1, 2, 3], judge: [1] }), "judge: has 1 values where length has 3"],
    ["more hits than tries", () => wilson({ successes: 3, n: 2 }), "successes: must be at most n = 2, got 3"],
    ["half a try", () => wilson({ successes: 0, n: 0.5 }), "n: must be a whole number from 0, got 0.5"],

    [
      "a verdict on C",
      () => positionBias({ firstOrder: unchecked(["C"]), swappedOrder: ["A"] }),
      'firstOrder: row 0: must be "A", "B", "tie" or',
    ],
    [
      "no second order",
      () => positionBias({ firstOrder: ["A"], swappedOrder: unchecked(null) }),
      "swappedOrder: must be an array, got null",
    ],
    ["a verdict too few", () => positionBias({ firstOrder: ["A"], swappedOrder: [] }), "swappedOrder: has 0 items where firstOrder has 1"],
    ["no repeats", () => repetitionStability({ repeats: unchecked("A") }), 'repeats: must be an array of items, got "A"'],
    ["a repeat that is none", () => repetitionStability({ repeats: unchecked([["A"], 3]) }), "repeats: row 1: must be an array, got 3"],

    ["a q of 5", () => altTest({ ratings: [[1, 2]], judge: [1], q: 5 }), "q: must be a number in 0..1, got 5"],
    ["half a unit", () => altTest({ ratings: [[1, 2]], judge: [1], minUnits: 0.5 }), "minUnits: must be a whole number from 0, got 0.5"],
  ])("%s", (_name, refused, message) => {
    expect(refused).toThrow(message);
  });
});
