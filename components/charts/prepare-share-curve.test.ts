import { expect, it } from "vitest";
import { prepareShareCurve } from "./prepare-share-curve";

it("places shares between the ends of the axis, leaves out what is not known and marks the value in use", () => {
  const curve = prepareShareCurve(
    [
      { at: 0, share: 0 },
      { at: 0.1, share: null },
      { at: 0.2, share: 0.75 },
      { at: 0.4, share: 1 },
    ],
    0.2,
  );
  expect(curve.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 1],
    [0.5, 0.25],
    [1, 0],
  ]);
  expect(curve.marked).toMatchObject({ x: 0.5, share: 0.75 });
  expect([curve.from, curve.to]).toEqual([0, 0.4]);
});

it("has no mark where that value is not known, and one point at the left", () => {
  expect(prepareShareCurve([{ at: 0.3, share: 0.5 }], 0.2)).toEqual({
    points: [{ at: 0.3, share: 0.5, x: 0, y: 0.5 }],
    marked: null,
    ...{ from: 0.3, to: 0.3 },
  });
});
