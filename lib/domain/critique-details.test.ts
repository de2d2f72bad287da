import { expect, test } from "vitest";
import { type CritiqueDetails, critiqueDetails, inSampleOrder } from "./critique-details";

const found: CritiqueDetails = {
  critiques: {
    pointwise: { referenced: { A: { text: "first", score: 7 }, B: { text: "second", score: 4 } }, free: { A: { text: "only", score: 1 } } },
    pairwise: { referenced: { text: "[A] beats [B]", score: 1, reflection: "[A] it is." }, free: { text: "[B] = [A]", score: 0 } },
  },
  chains: [{ name: "one", free: { text: "[B] = [A]", score: 0 } }],
  sampleScores: [1, 0, -1],
};

test("critiques of a swapped run are read in the sample's own order", () => {
  expect(inSampleOrder({ ...found, order: "BA" })).toEqual({
    critiques: {
      pointwise: {
        referenced: { B: { text: "first", score: 7 }, A: { text: "second", score: 4 } },
        free: { B: { text: "only", score: 1 } },
      },
      pairwise: { referenced: { text: "[B] beats [A]", score: -1, reflection: "[B] it is." }, free: { text: "[A] = [B]", score: 0 } },
    },
    chains: [{ name: "one", free: { text: "[A] = [B]", score: 0 } }],
    sampleScores: [-1, 0, 1],
  });
});

test("critiques of any other run are read unchanged, and survive being stored", () => {
  expect(inSampleOrder(found)).toBe(found);
  expect(critiqueDetails.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
});
