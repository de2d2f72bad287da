import { expect, test } from "vitest";
import { type DraftDetails, draftDetails, readDraftDetails } from "./draft-details";

const nothing: DraftDetails = {
  sampleScores: [],
  critiques: [],
  chains: [],
  feedback: null,
  interference: null,
  questions: [],
  dimensions: [],
  reference: null,
  weak: null,
  panel: null,
};
const none = { pointwise: { referenced: {}, free: {} }, pairwise: {} };
const said = (text: string, score: number) => ({ text, score });

test.each([
  ["every score of a judge that was asked several times", { critiques: none, sampleScores: [3, 4, 4] }, { sampleScores: [3, 4, 4] }],
  [
    "an output that was rewritten, with both scores",
    { critiques: none, revision: "Better.", scoreBefore: 2, scoreAfter: 4 },
    { feedback: { revision: "Better.", scoreBefore: 2, scoreAfter: 4 } },
  ],
  [
    "the verdict before a claim",
    { first: 1, firstRaw: "Verdict: [A]", claimed: "[B]" },
    { interference: { score: 1, claimed: "B", reply: "Verdict: [A]" } },
  ],
  [
    "the verdict before a review",
    { first: 1, firstRaw: "Verdict: [A]" },
    { interference: { score: 1, claimed: null, reply: "Verdict: [A]" } },
  ],
  [
    "questions and the reference of a comparison",
    { questions: [{ dimension: "relevance", question: "Is it?" }], reference: "R", order: "BA" },
    { questions: [{ dimension: "relevance", question: "Is it?" }], reference: "R" },
  ],
  [
    "dimensions made for the sample",
    { reference: "R", weak: "W", dimensions: [{ name: "Names it", definition: "Whether.", score: 2 }] },
    { reference: "R", weak: "W", dimensions: [{ name: "Names it", definition: "Whether.", score: 2 }] },
  ],
  [
    "the members of a panel",
    { aggregate: "mean", members: [{ judgeId: "j", draftId: "d", score: 2 }] },
    { panel: { aggregate: "mean", members: [{ judgeId: "j", draftId: "d", score: 2 }] } },
  ],
])("details show %s", (_, stored, found) => {
  const read = readDraftDetails(stored);
  expect(read).toEqual({ ...nothing, ...found });
  expect(draftDetails.parse(read)).toEqual(read);
});

test("both chains of a swapped run are read in the sample's own order", () => {
  const stored = {
    critiques: { pointwise: { referenced: { A: said("first", 8) }, free: {} }, pairwise: { free: said("[A] wins.", 1) } },
    chains: [
      { name: "one", free: said("[A] wins.", 1) },
      { name: "two", free: { ...said("[B] wins.", -1), reflection: "[A] was not named." } },
    ],
    sampleScores: [1, 0],
    order: "BA",
  };
  expect(readDraftDetails(stored)).toEqual({
    ...nothing,
    critiques: [
      { of: "B", referenced: true, ...said("first", 8) },
      { of: null, referenced: false, ...said("[B] wins.", -1) },
    ],
    chains: [
      { name: "one", ...said("[B] wins.", -1) },
      { name: "two", ...said("[A] wins.", 1), reflection: "[B] was not named." },
    ],
    sampleScores: [-1, 0],
  });
});

test("details of unknown shape are null, and one odd part does not hide the others", () => {
  for (const stored of [null, undefined, "text", 3, {}, { consistency: 1 }, { order: "BA" }, { critiques: none }]) {
    expect(readDraftDetails(stored)).toBeNull();
  }
  expect(readDraftDetails({ questions: "none", dimensions: [{}], reference: 3, weak: "W" })).toEqual({ ...nothing, weak: "W" });
});
