import { randomUUID } from "node:crypto";
import type { NewAction } from "@/lib/domain/action";
import { drawNormal, seededRandom, streamSeed } from "@/lib/stats";
import { action } from "../small-study";

/** How large a replay is. */
export interface ReplaySize {
  annotators: number;
  samples: number;
  criteria: number;
  /** People for each sample, in all arms together. */
  overlap: number;
  examSamples: number;
  adjudicated: number;
}

/** The study in its published size. */
export const wholeStudy: ReplaySize = { annotators: 15, samples: 200, criteria: 5, overlap: 6, examSamples: 10, adjudicated: 20 };

/** Outputs for each input, by systems of their own. */
export const systems = 4;
export const judges = ["judge A", "judge B"] as const;
export type JudgeName = (typeof judges)[number];

const draw = (...name: (string | number)[]) => seededRandom(streamSeed(7, name.join(" ")));
const onScale = (value: number) => Math.max(1, Math.min(5, Math.round(value)));

/** What an output deserves on a criterion; samples are numbered in the order of import. */
const quality = (sample: number, criterion: number) => 3 + 1.2 * drawNormal(draw("quality", sample, criterion));

/** The score of a judge's draft: judge A is kind, judge B noisy. */
export function draftScore(judge: JudgeName, sample: number, criterion: number): number {
  const noise = drawNormal(draw(judge, sample, criterion));
  return onScale(quality(sample, criterion) + (judge === "judge A" ? 0.4 + 0.7 * noise : 1.3 * noise));
}

/** What a person thinks before anybody tells them anything. */
export const ownScore = (person: number, sample: number, criterion: number): number =>
  onScale(quality(sample, criterion) + 0.15 * (person % 3) + 0.9 * drawNormal(draw("person", person, sample, criterion)));

/** A person whose opinion is at most one point away keeps the draft; otherwise they score what they think. */
export function scoreWithDraft(own: number, draft: number): number {
  return Math.abs(own - draft) <= 1 ? draft : own;
}

/** How each judge begins: annotators are not told whose draft it is, but the script must know. */
const openings: Record<JudgeName, string> = { "judge A": "The answer holds in part.", "judge B": "Part of the answer holds." };

/** The judge whose draft this is. */
export const judgeBehind = (texts: readonly string[]): JudgeName | null => judges.find((judge) => texts.includes(openings[judge])) ?? null;

/** The lines of every draft: a conclusion, the score and a quote. */
export const draftItems = (judge: JudgeName, score: number) => [
  { kind: "conclusion", text: openings[judge] },
  { kind: "score", text: `Score: ${score} out of 5.` },
  { kind: "evidence", text: '"one of four"' },
];

/** What is done to a draft's lines, as the report counts them. */
export interface LineCounts {
  accept: number;
  revise: number;
  remove: number;
  add: number;
}

type Step = Partial<NewAction> & Pick<NewAction, "kind">;

/** A person's actions on one unit, with what they come to. Without a draft there is only the score. */
export function actionsOn(own: number, draft: number | null): { actions: NewAction[]; score: number; lines: LineCounts } {
  if (draft === null)
    return { actions: chain([{ kind: "set-score", score: own }]), score: own, lines: { accept: 0, revise: 0, remove: 0, add: 0 } };
  const score = scoreWithDraft(own, draft);
  const accept = (itemId: string): Step => ({ kind: "accept", itemId });
  if (score === draft)
    return { actions: chain([accept("0"), accept("1"), accept("2")]), score, lines: { accept: 3, revise: 0, remove: 0, add: 0 } };
  const steps: Step[] = [
    accept("0"),
    { kind: "set-score", score, reasonCode: "wrong-score" },
    { kind: "remove", itemId: "2", reasonCode: "made-up" },
  ];
  // A person who finds an output very bad says why.
  const adds = own === 1;
  if (adds) steps.push({ kind: "add", itemKind: "explanation", text: "Nothing of it is true." });
  return { actions: chain(steps), score, lines: { accept: 1, revise: 1, remove: 1, add: adds ? 1 : 0 } };
}

/** Actions that follow each other. */
export function chain(steps: readonly Step[]): NewAction[] {
  let parentId: string | null = null;
  return steps.map((step) => {
    const made = action({ ...step, id: randomUUID(), parentId });
    parentId = made.id;
    return made;
  });
}

/** Whether a person fails their first try of the exam. */
export const failsFirst = (person: number): boolean => person % 3 === 0;
