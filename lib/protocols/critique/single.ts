import type { Critique, CritiqueDetails } from "@/lib/domain/critique-details";
import type { DraftContent } from "@/lib/domain/draft";
import { type Preference, preferenceOf, scoreOfPreference } from "@/lib/domain/pair-outputs";
import { answerIn } from "../answer-in";
import { material, withImage } from "../material";
import { ask, type BriefCriterion, type Drafted, type Drafting, type Question } from "../protocol";
import { askCritique, askPairCritique, type CritiqueBrief, kept } from "./questions";
import type { WrittenCritique } from "./read-critique";

/** The lines of a critique for redlining, with the score or verdict. */
export const itemsOf = (text: string, result: string): DraftContent["items"] => [
  ...text.split("\n").map((line) => ({ kind: "explanation" as const, text: line })),
  { kind: "score", text: result },
];

export const verdictLine = (score: number): string => {
  const preference = preferenceOf(score);
  return `Verdict: ${preference === "tie" ? "tie" : `[${preference}]`}`;
};

/** The critique, keyed by the setting it was made in. */
function critiquesOf(brief: CritiqueBrief, found: Critique): CritiqueDetails["critiques"] {
  const setting = isReferenced(brief) ? "referenced" : "free";
  const critiques: CritiqueDetails["critiques"] = { pointwise: { referenced: {}, free: {} }, pairwise: {} };
  if (brief.task.kind === "pointwise") critiques.pointwise[setting] = { A: found };
  else critiques.pairwise[setting] = found;
  return critiques;
}

const isReferenced = ({ options, sample }: CritiqueBrief) => options.reference === "given" && sample.reference !== null;

/** Asks once or, for several samples, as many times and at the temperature that the options say. */
function* asOftenAsAsked(
  { options }: CritiqueBrief,
  once: (sampling?: { repeat: number; temperature: number }) => Drafting<WrittenCritique>,
): Drafting<[WrittenCritique, ...WrittenCritique[]]> {
  const { samples, temperature } = options;
  if (samples === 1) return [yield* once()];
  const all: [WrittenCritique, ...WrittenCritique[]] = [yield* once({ repeat: 0, temperature })];
  for (let repeat = 1; repeat < samples; repeat++) all.push(yield* once({ repeat, temperature }));
  return all;
}

const sampleScores = (all: WrittenCritique[]) => (all.length === 1 ? {} : { sampleScores: all.map(({ score }) => score) });

/** Judges one output: the mean score of all samples, with the critique whose score is nearest to it. */
export function* draftOutput(brief: CritiqueBrief, criterion: BriefCriterion): Drafting<Drafted> {
  const judge = function* (step: string, output: string) {
    const question = { step, prompt: "pointwise" as const, criterion, scale: criterion.scale, output, referenced: isReferenced(brief) };
    const all = yield* asOftenAsAsked(brief, (sampling) => askCritique(brief, { ...question, ...(sampling ? { sampling } : {}) }));
    const mean = all.reduce((sum, { score }) => sum + score, 0) / all.length;
    const nearest = all.reduce((best, one) => (Math.abs(one.score - mean) < Math.abs(best.score - mean) ? one : best));
    return { all, mean, nearest };
  };
  const { all, mean, nearest } = yield* judge("critique", brief.sample.output);
  const details: CritiqueDetails = { critiques: critiquesOf(brief, kept(nearest)), ...sampleScores(all) };
  if (brief.options.feedback) {
    const revision = yield* askRevision(brief, nearest.text);
    const after = yield* judge("critique of the revision", revision);
    Object.assign(details, { revision, scoreBefore: mean, scoreAfter: after.mean } satisfies Partial<CritiqueDetails>);
  }
  return {
    criterion: { id: criterion.id },
    content: { score: mean, items: itemsOf(nearest.text, `Score: ${mean}`), raw: nearest.raw, details },
  };
}

/** The output, revised by a second model using the critique. */
function* askRevision(brief: CritiqueBrief, critique: string): Generator<Question, string, unknown> {
  return yield* ask({
    step: "revision",
    role: "reviser",
    messages: () => [
      { role: "system", content: brief.prompt("reviserSystem", {}) },
      { role: "user", content: withImage(brief.prompt("revise", material(brief, { critique })), brief.sample) },
    ],
    schema: null,
    read: (reply) => {
      const answer = answerIn(reply);
      // A reviser may copy our tags: take the text inside them.
      return answer.ok ? { ok: true, value: /^<([\w-]+)>\n([\s\S]+)\n<\/\1>$/u.exec(answer.value)?.[2] ?? answer.value } : answer;
    },
    typical: () => brief.sample.output.trim() || "A revised text.",
  });
}

/** Judges a pair: the majority verdict, with the first critique that reaches it; discarded without a majority. */
export function* draftPair(brief: CritiqueBrief, criterion: BriefCriterion): Drafting<Drafted> {
  const question = { step: "critique", prompt: "pairwise" as const, criterion, referenced: isReferenced(brief) };
  const all = yield* asOftenAsAsked(brief, (sampling) => askPairCritique(brief, { ...question, ...(sampling ? { sampling } : {}) }));
  const counts = (["A", "B", "tie"] satisfies Preference[]).map((preference) => ({
    preference,
    count: all.filter(({ score }) => preferenceOf(score) === preference).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  const [winner, other] = counts.filter(({ count }) => count === most);
  const nearest = all.find(({ score }) => winner !== undefined && preferenceOf(score) === winner.preference) ?? all[0];
  const details: CritiqueDetails = { critiques: critiquesOf(brief, kept(nearest)), ...sampleScores(all) };
  if (winner === undefined || other !== undefined) {
    const votes = counts
      .filter(({ count }) => count > 0)
      .map(({ preference, count }) => `${count} × ${preference === "tie" ? "tie" : `[${preference}]`}`);
    return {
      criterion: { id: criterion.id },
      content: {
        score: null,
        items: [],
        raw: all[0].raw,
        details: { ...details, critiques: { pointwise: { referenced: {}, free: {} }, pairwise: {} } },
      },
      dropped: `The samples have no majority: ${votes.join(", ")}.`,
    };
  }
  const score = scoreOfPreference(winner.preference);
  return {
    criterion: { id: criterion.id },
    content: { score, items: itemsOf(nearest.text, verdictLine(score)), raw: nearest.raw, details },
  };
}
