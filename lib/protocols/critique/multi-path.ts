import type { CritiqueDetails } from "@/lib/domain/critique-details";
import type { BriefCriterion, Drafted, Drafting } from "../protocol";
import { outputScale } from "./output-scale";
import { askCritique, askPairCritique, type CritiqueBrief, kept } from "./questions";
import type { WrittenCritique } from "./read-critique";
import { itemsOf, verdictLine } from "./single";

/**
 * Two chains from critiques of each output with the reference to one critique of the pair without it: one goes to the pair first and then drops the
 * reference, the other drops the reference first. A pair is discarded if the chains reach different verdicts.
 */
export function* draftByTwoChains(brief: CritiqueBrief, criterion: BriefCriterion): Drafting<Drafted> {
  const outputs = { A: brief.sample.output, B: brief.sample.outputB ?? "" };
  const ofOutput = (side: "A" | "B", from?: WrittenCritique) =>
    askCritique(brief, {
      step: from === undefined ? `critique of ${side}, with reference` : `second chain: critique of ${side}, without reference`,
      prompt: from === undefined ? "pointwise" : "toFree",
      criterion,
      output: outputs[side],
      scale: outputScale,
      // The step that removes the reference is shown it, so that what it taught can be said without it.
      referenced: true,
      ...(from === undefined ? {} : { from: { critique: from.text }, values: { conclusion: `${from.score} out of ${outputScale.max}` } }),
    });
  const toPair = (step: string, referenced: boolean, a: WrittenCritique, b: WrittenCritique) =>
    askPairCritique(brief, {
      step,
      prompt: "toPair",
      criterion,
      referenced,
      from: { critiqueA: a.text, critiqueB: b.text },
      values: { scoreA: String(a.score), scoreB: String(b.score), highest: String(outputScale.max) },
    });

  const a = yield* ofOutput("A");
  const b = yield* ofOutput("B");
  const pair = yield* toPair("first chain: critique of the pair, with reference", true, a, b);
  const first = yield* askPairCritique(brief, {
    step: "first chain: critique of the pair, without reference",
    prompt: "toFreePair",
    criterion,
    referenced: true,
    from: { critique: pair.text },
    values: { conclusion: verdictLine(pair.score).replace("Verdict: ", "") },
  });
  const freeA = yield* ofOutput("A", a);
  const freeB = yield* ofOutput("B", b);
  const second = yield* toPair("second chain: critique of the pair, without reference", false, freeA, freeB);

  const details: CritiqueDetails = {
    critiques: {
      pointwise: { referenced: { A: kept(a), B: kept(b) }, free: { A: kept(freeA), B: kept(freeB) } },
      pairwise: { referenced: kept(pair), free: kept(first) },
    },
    chains: [
      { name: "to the pair, then without reference", free: kept(first) },
      { name: "without reference, then to the pair", free: kept(second) },
    ],
  };
  const drafted = { criterion: { id: criterion.id } };
  if (first.score === second.score)
    return { ...drafted, content: { score: first.score, items: itemsOf(first.text, verdictLine(first.score)), raw: first.raw, details } };
  const verdicts = [first, second].map(({ score }) => verdictLine(score).replace("Verdict: ", ""));
  return {
    ...drafted,
    content: { score: null, items: [], raw: first.raw, details },
    dropped: `The two chains disagree: ${verdicts.join(" and ")}.`,
  };
}
