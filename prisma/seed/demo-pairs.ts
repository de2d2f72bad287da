import type { TaskBundle } from "@/lib/domain/bundle";
import { preferenceCriterion } from "@/lib/domain/preference";
import { pairs } from "./demo/pairs";
import { expandStudy } from "./expand-study";

const guidelines = `# How to choose

1. Ask first which answer does **what the instruction says**, to the letter. Length, tone and beauty come second.
2. A tie is for two answers between which you would not care.
3. The order of the two is chosen by chance. In a line call them by their marks: Alt A and Alt B put them in.`;

/** Pairs that ship with the product: 34 instructions with two answers each, drafts for thirty of them. All made up, and the task says so. */
export const pairStudy: TaskBundle = expandStudy({
  task: {
    name: "Which answer follows?",
    description:
      "Say which of two answers follows the instruction better.\n\nThis study is made up to show the product: instructions, answers, the judge's drafts and the work of the five annotators, two of whom saw no draft, were all written by hand, mistakes included. Its figures say nothing about any real model.",
    inputName: "instruction",
    outputName: "answer",
    guidelines,
    kind: "pairwise",
  },
  criteria: [{ ...preferenceCriterion, definition: "Which answer follows the instruction better?" }],
  judge: "Example judge (made up)",
  annotators: [
    { name: "Ruth", startsAt: "2026-01-14T09:00:00Z" },
    { name: "Samir", startsAt: "2026-01-14T13:10:00Z" },
    { name: "Olga", startsAt: "2026-01-15T08:20:00Z" },
    { name: "Ines", startsAt: "2026-01-16T09:40:00Z" },
    { name: "Tomas", startsAt: "2026-01-16T17:05:00Z" },
  ],
  inputs: pairs,
});
