import { expect, test } from "vitest";
import { figureUnits } from "@/lib/domain/figure-units";
import { countWords, selectionWords } from "./selection-words";

test("a count names what the figure counts", () => {
  const counts = { units: 33, ratings: 120, lines: 1, samples: 21, inputs: 11 };
  expect([undefined, "units", "ratings", "lines", "samples", "inputs"].map((of) => countWords(counts, of))).toEqual([
    "33 units",
    "33 units",
    "120 ratings in 33 units",
    "1 line in 33 units",
    "21 samples with 33 units",
    "11 inputs with 33 units",
  ]);
});

test("each kind of figure says in words which units it counts", () => {
  const person = { kind: "annotator", name: "Ruth" } as const;
  const judge = { kind: "judge", name: "gpt" } as const;
  expect([
    selectionWords(figureUnits.apart("2. Uses examples.", "gpt", "above", 2)),
    selectionWords(figureUnits.people("Clear")),
    selectionWords(figureUnits.withJudge("Clear", "gpt")),
    selectionWords(figureUnits.judged("Clear", "gpt")),
    selectionWords(figureUnits.changed("Clear", "gpt", "down")),
    selectionWords(figureUnits.given("Clear", person, 3)),
    selectionWords(figureUnits.given("Clear", judge, 4)),
    selectionWords(figureUnits.confused("Bird", "gpt", { most: 0, judge: 1 }), ["owl", "hawk"]),
    selectionWords(figureUnits.both("Clear", judge, person)),
    selectionWords(figureUnits.accuracy("Better", judge, { ties: false, right: false, subset: "hard" })),
    selectionWords(figureUnits.lines("gpt", "evidence", "remove")),
    selectionWords(figureUnits.overruled("gpt", "wrong-score")),
    selectionWords(figureUnits.overruled("gpt", "own words")),
    selectionWords(figureUnits.met("Clear", "gpt", { from: 3, below: 4 }, { from: 2, below: 3 })),
    selectionWords(figureUnits.meanAt("Clear", "gpt", 3.25, 2)),
    selectionWords(figureUnits.apart("Clear", "gpt", "either", 2)),
    selectionWords(figureUnits.spread("Clear", "split")),
    selectionWords(figureUnits.timed("Ruth")),
    selectionWords(figureUnits.timed(null)),
    selectionWords(figureUnits.adjudicated("Clear")),
    selectionWords(figureUnits.ofSystem("Clear", "gpt", "one")),
    selectionWords(figureUnits.by("Ruth")),
    selectionWords(figureUnits.rated("Clear")),
    selectionWords(figureUnits.planted("gpt", "all")),
    selectionWords(figureUnits.planted("gpt", "caught", "Ruth")),
    selectionWords(figureUnits.complete("Clear")),
    selectionWords(figureUnits.withOthers("Ruth")),
    selectionWords(figureUnits.besideOthers("Clear", "Ruth", "gpt")),
    selectionWords(figureUnits.timedWhole("Ruth")),
    selectionWords(figureUnits.inArm(null, "blind", { timed: "true" })),
    selectionWords(figureUnits.twice("Ruth")),
    selectionWords(figureUnits.onBoth("Clear", "2. True")),
    selectionWords(figureUnits.onBoth("Clear", "True", "gpt")),
    selectionWords(figureUnits.inputs("Clear", "gpt")),
    selectionWords({ ...figureUnits.judged("Clear", "gpt"), form: "other-script" }),
    selectionWords({ ...figureUnits.judged("Clear", "gpt"), own: "true" }),
    selectionWords({ ...figureUnits.judged("Clear", "gpt"), small: "subset" }),
    selectionWords({ ...figureUnits.rated("Clear"), withDraft: "gpt" }),
    selectionWords({ ...figureUnits.people("Clear"), arm: "blind", finished: "true", from: "2026-01-02" }),
    selectionWords({ ...figureUnits.people("Clear"), undrafted: "true" }),
    selectionWords({ pairable: "people", undraftedOn: "0,2" }),
  ]).toEqual([
    "of “Uses examples” where gpt is 2 or more above people’s median",
    "of “Clear” where two or more people gave a score",
    "of “Clear” where two or more of the people and gpt gave a score",
    "of “Clear” where gpt and somebody gave a score",
    "of “Clear” where people scored lower than the draft of gpt in view",
    "of “Clear” where Ruth gave 3",
    "of “Clear” where gpt gave 4",
    "of “Bird” where most people gave owl and gpt gave hawk",
    "of “Clear” where both Ruth and gpt gave a score",
    "of “Better” where gpt gave a score and one output is known to be better and it was not preferred; subset hard",
    "where people removed evidence lines of gpt",
    "where people overruled gpt for the reason “wrong score”",
    "where people overruled gpt for a reason in their own words",
    "of “Clear” where people’s median is 3 or up to the next point and gpt gave 2",
    "of “Clear” where people’s mean is 3.25 and gpt gave 2",
    "of “Clear” where gpt and people’s median are 2 or more apart",
    "of “Clear” where people are split",
    "where the time Ruth took is known",
    "where the time people took is known",
    "of “Clear” where there is an adjudicated label",
    "of “Clear” where gpt and somebody gave a score; system one",
    "where Ruth gave a score",
    "of “Clear” where somebody gave a score",
    "where a draft of gpt that was wrong on purpose was in view",
    "where Ruth gave a score and a draft of gpt that was wrong on purpose was caught",
    "of “Clear” where everybody who rated the criterion gave a score",
    "where Ruth and somebody else gave a score",
    "of “Clear” where Ruth and somebody else gave a score and gpt gave a score",
    "where the time Ruth took is known for every criterion",
    "where the time people took is known; arm blind",
    "where Ruth gave a score and the unit was scored a second time",
    "of “Clear” where somebody gave a score and the sample has scores on “True” too",
    "of “Clear” where gpt gave a score and the sample has scores on “True” too",
    "of “Clear” where gpt and somebody gave a score and the input has 2 or more such units",
    "of “Clear” where gpt and somebody gave a score and the output is not in Latin script",
    "of “Clear” where gpt and somebody gave a score and the output is by the model of gpt",
    "of “Clear” where gpt and somebody gave a score and the subset has few such units",
    "of “Clear” where somebody gave a score and somebody saw a draft of gpt",
    "of “Clear” where two or more people gave a score; arm blind, finished samples only, from 2026-01-02",
    "of “Clear” where two or more people gave a score; scores given without a draft in view, first ones in place of final ones",
    "where two or more people gave a score; on some criteria scores given without a draft in view, first ones in place of final ones",
  ]);
});

test("what became of drafts, and what a judge said when it was asked again, are said in words", () => {
  const beside = (what: Parameters<typeof figureUnits.besideDraft>[3]) =>
    selectionWords(figureUnits.besideDraft("Clear", "gpt", "drafted", what)).replace(/;.*/u, "");
  const again = (what: Parameters<typeof figureUnits.askedAgain>[2]) => selectionWords(figureUnits.askedAgain("Better", "gpt", what));
  expect([
    beside({ shown: "true" }),
    beside({ fate: "wrong-kept" }),
    beside({ moved: "away" }),
    beside({ behaviour: "scrutiny" }),
    beside({ behaviour: "outlier-removed" }),
    beside({ could: "scrutiny" }),
    again({ swapped: "first" }),
    again({ reviewed: "changed" }),
    again({ claimed: "along" }),
    again({ repeated: "changed" }),
  ]).toEqual([
    "of “Clear” where the draft of gpt was in view",
    "of “Clear” where a wrong draft of gpt was kept",
    "of “Clear” where the final score is further from the draft of gpt than the first",
    "of “Clear” where a wrong draft of gpt was refused",
    "of “Clear” where a person’s outlying first score gave way to the majority’s beside the draft of gpt",
    "of “Clear” where a wrong draft of gpt could be refused",
    "of “Better” where gpt preferred the output shown first in both orders",
    "of “Better” where gpt changed its verdict on review",
    "of “Better” where gpt went along with a claim",
    "of “Better” where gpt gave another score when asked again",
  ]);
});
