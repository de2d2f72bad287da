import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { readDraftDetails } from "@/lib/domain/draft-details";
import { DraftDetails } from "./draft-details";

const none = { pointwise: { referenced: {}, free: {} }, pairwise: {} };
const said = (text: string, score: number) => ({ text, score });

/** The parts shown for stored details, each as name and text. */
function shown(stored: object, ofPairs: boolean): string[][] {
  const details = readDraftDetails(stored);
  if (details === null) throw new Error("these are details");
  render(<DraftDetails details={details} ofPairs={ofPairs} />);
  const names = screen.queryAllByRole("term");
  const texts = screen.queryAllByRole("definition");
  return names.map((name, index) => [name.textContent, texts[index]?.textContent ?? ""]);
}

test("several answers from one judge show all their scores, and a rewritten output shows both of its scores", () => {
  const stored = { critiques: none, sampleScores: [3, 4, 3.5], revision: "Better.", scoreBefore: 3.5, scoreAfter: 4.25 };
  expect(shown(stored, false)).toEqual([
    ["Asked 3 times", "3, 4, 3.50"],
    ["The output rewritten after the critique", "scores 4.25, before 3.50 (+0.75)Better."],
  ]);
});

test("two chains show where each ended, in the sample's own order", () => {
  const stored = {
    critiques: { pointwise: { referenced: { A: said("weak", 3) }, free: {} }, pairwise: { free: said("[A] wins.", 1) } },
    chains: [
      { name: "first", free: said("[A] wins.", 1) },
      { name: "second", free: said("Equal.", 0) },
    ],
    order: "BA",
  };
  expect(shown(stored, true)).toEqual([
    ["Chain: first", "B[B] wins."],
    ["Chain: second", "tieEqual."],
    ["Critique of B with reference", "3weak"],
    ["Critique of the pair without reference", "B[B] wins."],
  ]);
});

test("the verdict before a claim, questions, and a sample's dimensions are shown", () => {
  const stored = {
    ...{ first: 1, firstRaw: "Verdict: [A]", claimed: "[B]", reference: "A good one.", weak: "A bad one." },
    questions: [{ dimension: "relevance", question: "Does it say why?" }],
    dimensions: [{ name: "Names the star", definition: "Whether the star is named.", score: null }],
  };
  expect(shown(stored, true)).toEqual([
    ["Before the claim", "A; the claim was that B is betterVerdict: [A]"],
    ["Questions about both outputs", "Does it say why? (relevance)"],
    ["Reference", "A good one."],
    ["Weak output", "A bad one."],
    ["Dimensions made for this sample", "Names the star: no score (Whether the star is named.)"],
  ]);
});

test("details are collapsed, and absent if they only repeat the draft", async () => {
  expect(shown({ critiques: { ...none, pairwise: { free: said("[A] wins.", 1) } } }, true)).toEqual([]);
  expect(screen.queryByText("Details")).toBeNull();
  shown({ critiques: none, sampleScores: [1, 1] }, true);
  const group = screen.getByRole("group");
  expect(group).not.toHaveProperty("open", true);
  await userEvent.click(within(group).getByText("Details"));
  expect(group).toHaveProperty("open", true);
});
