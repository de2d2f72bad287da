import { z } from "zod";
import { goldAnswer } from "./gold";

const rules = {
  /** The share of criteria that must be scored within tolerance. */
  passMark: z.number().min(0).max(1).default(0.8),
  /** How many tries each person has. */
  tries: z.int().min(1).max(20).default(2),
  /** Markdown, shown before the first sample. */
  instructions: z.string().max(100_000).default(""),
};

/** What a researcher decides when opening an exam. */
export const openExamBody = z.object({
  /** Samples with known answers for use in exams, in the order they are given. */
  sampleIds: z
    .array(z.uuid())
    .min(1)
    .max(200)
    .refine((ids) => new Set(ids).size === ids.length, "A sample is in the exam twice."),
  ...rules,
  /** Whether people who passed before must pass again. */
  passAgain: z.boolean().default(false),
});
export type OpenExamBody = z.infer<typeof openExamBody>;

/** An exam as it is kept: with the answers its samples had when it was opened. */
export const examContent = z.object({
  samples: z.array(z.object({ sampleId: z.uuid(), answers: z.array(goldAnswer) })),
  ...rules,
});
export type ExamContent = z.infer<typeof examContent>;

/** The exam in force, as researchers see it. */
export const exam = z.object({
  version: z.int(),
  openedAt: z.iso.datetime(),
  /** The version of the criteria that it asks for. */
  criteriaVersion: z.int(),
  /** Whether other criteria have been published, or answers changed, since it was opened. */
  outdated: z.boolean(),
  ...openExamBody.omit({ passAgain: true }).shape,
});
export type Exam = z.infer<typeof exam>;

/** An annotator's score on one criterion of an exam sample beside the known answer. */
export const markedUnit = goldAnswer.extend({
  /** The annotator's. */
  given: z.number().nullable(),
  within: z.boolean(),
});
export type MarkedUnit = z.infer<typeof markedUnit>;

/** How a try ended. */
export const tryResult = z.object({
  number: z.int(),
  within: z.int(),
  scored: z.int(),
  passed: z.boolean(),
  /** A researcher's note to the annotator. */
  note: z.string(),
});
export type TryResult = z.infer<typeof tryResult>;

/** An exam sample in the workspace. */
export const examPlace = z.object({
  /** Its place in the exam, from 1, of how many. */
  number: z.int(),
  of: z.int(),
  /** Null until the sample is submitted. */
  feedback: z.array(markedUnit).nullable(),
  /** Null until the try's last sample is submitted. */
  result: tryResult.nullable(),
});
export type ExamPlace = z.infer<typeof examPlace>;

/** One annotator's tries, as researchers see them. */
export const examinee = z.object({
  annotatorId: z.uuid(),
  name: z.string(),
  passedAt: z.iso.datetime().nullable(),
  extraTries: z.int(),
  /** Under the exam in force; null: none is. */
  triesLeft: z.int().nullable(),
  tries: z.array(
    z.object({
      id: z.uuid(),
      number: z.int(),
      examVersion: z.int(),
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      within: z.int().nullable(),
      scored: z.int().nullable(),
      passed: z.boolean().nullable(),
      note: z.string(),
      samples: z.array(
        z.object({
          assignmentId: z.uuid(),
          sampleId: z.uuid(),
          externalId: z.string(),
          submitted: z.boolean(),
          units: z.array(markedUnit),
        }),
      ),
    }),
  ),
});
export type Examinee = z.infer<typeof examinee>;

/** `pass` and `revoke`: whatever their tries say. `grant-try`: one more try. */
export const examDecision = z.enum(["pass", "revoke", "grant-try"]);
export type ExamDecision = z.infer<typeof examDecision>;

/** A share that fails its mark by floating-point noise alone passes. */
const noise = 1e-9;

/** An annotator's scores on a sample beside its answers; a criterion without a score is not within tolerance. */
export const markUnits = (answers: readonly z.infer<typeof goldAnswer>[], scores: ReadonlyMap<string, number | null>): MarkedUnit[] =>
  answers.map((answer) => {
    const given = scores.get(answer.criterionId) ?? null;
    return { ...answer, given, within: given !== null && Math.abs(given - answer.score) <= answer.tolerance + noise };
  });

/** The result of a try: passed if the share of criteria within tolerance reaches the pass mark. */
export function markTry(units: readonly MarkedUnit[], passMark: number): { within: number; scored: number; passed: boolean } {
  const within = units.filter((unit) => unit.within).length;
  return { within, scored: units.length, passed: units.length > 0 && within / units.length >= passMark - noise };
}
