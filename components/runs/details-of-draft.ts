import type { DraftDetails } from "@/lib/domain/draft-details";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { decimals, figuresOf, signed } from "../charts/format";

/** One of a protocol's intermediate results, in words. */
export interface FoundPart {
  name: string;
  /** A short value. */
  said?: string;
  /** A model's text, unchanged. */
  text?: string;
  list?: { text: string; note: string }[];
}

const scoreText = (score: number) => (Number.isInteger(score) ? String(score) : decimals(score));

/** What a draft's details add to the draft itself, in order; empty if they only repeat it. `ofPairs`: its scores are preferences. */
export function foundParts(details: DraftDetails, ofPairs: boolean): FoundPart[] {
  const { sampleScores, feedback, interference, questions, dimensions, reference, weak } = details;
  const ofUnit = (score: number) => (ofPairs ? preferenceOf(score) : scoreText(score));
  return [
    ...(sampleScores.length === 0
      ? []
      : [{ name: `Asked ${figuresOf(sampleScores.length, "time")}`, said: sampleScores.map(ofUnit).join(", ") }]),
    ...(interference === null ? [] : [beforeAskedAgain(interference, ofUnit)]),
    ...critiqueParts(details),
    ...(feedback === null ? [] : [rewritten(feedback)]),
    ...(questions.length === 0
      ? []
      : [
          {
            name: ofPairs ? "Questions about both outputs" : "Questions about the output",
            list: questions.map(({ dimension, question, thinking }) => ({
              text: question,
              note: thinking === undefined ? dimension : `${dimension}: ${thinking}`,
            })),
          },
        ]),
    ...(reference === null ? [] : [{ name: "Reference", text: reference }]),
    ...(weak === null ? [] : [{ name: "Weak output", text: weak }]),
    ...(dimensions.length === 0
      ? []
      : [
          {
            name: "Dimensions made for this sample",
            list: dimensions.map(({ name, definition, score }) => ({
              text: `${name}: ${score === null ? "no score" : scoreText(score)}`,
              note: definition,
            })),
          },
        ]),
  ];
}

const beforeAskedAgain = ({ score, claimed, reply }: NonNullable<DraftDetails["interference"]>, ofUnit: (score: number) => string) => ({
  name: claimed === null ? "Before the review" : "Before the claim",
  said: claimed === null ? ofUnit(score) : `${ofUnit(score)}; the claim was that ${claimed} is better`,
  text: reply,
});

const rewritten = ({ revision, scoreBefore, scoreAfter }: NonNullable<DraftDetails["feedback"]>) => ({
  name: "The output rewritten after the critique",
  said: `scores ${scoreText(scoreAfter)}, before ${scoreText(scoreBefore)} (${signed(scoreAfter - scoreBefore)})`,
  text: revision,
});

/** Where both chains ended, and the critiques they went by. A single critique is the draft itself. */
function critiqueParts({ chains, critiques }: DraftDetails): FoundPart[] {
  const ends = chains.map(({ name, score, text }) => ({ name: `Chain: ${name}`, said: preferenceOf(score), text }));
  if (critiques.length < 2) return ends;
  const steps = critiques.map(({ of, referenced, score, text }) => ({
    name: `Critique of ${of ?? "the pair"} ${referenced ? "with" : "without"} reference`,
    said: of === null ? preferenceOf(score) : scoreText(score),
    text,
  }));
  return [...ends, ...steps];
}
