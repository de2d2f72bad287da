import type { TaskBundle } from "@/lib/domain/bundle";
import type { CriterionContent, ScaleLevel } from "@/lib/domain/criterion";
import { bread } from "./demo/bread";
import { cats } from "./demo/cats";
import { fingers } from "./demo/fingers";
import { goose } from "./demo/goose";
import { ice } from "./demo/ice";
import { leaves } from "./demo/leaves";
import { moon } from "./demo/moon";
import { onion } from "./demo/onion";
import { overallUnit } from "./demo/overall";
import { popcorn } from "./demo/popcorn";
import { sea } from "./demo/sea";
import { ship } from "./demo/ship";
import { soap } from "./demo/soap";
import { stars } from "./demo/stars";
import { summer } from "./demo/summer";
import { thunder } from "./demo/thunder";
import { workWithoutDraft } from "./demo/without-draft";
import { type AuthoredInput, type AuthoredUnit, expandStudy } from "./expand-study";

const fourPoints = (...levels: [label: string, description: string][]): CriterionContent["scale"] => ({
  min: 1,
  max: levels.length,
  step: 1,
  levels: levels.map(([label, description], index): ScaleLevel => ({ value: index + 1, label, description })),
});

const criteria: CriterionContent[] = [
  {
    name: "Correct",
    definition: "Is what the answer says true? Judge the main explanation first, then the details.",
    overall: false,
    scale: fourPoints(
      ["Misleads", "The main explanation is wrong; a child would learn something false."],
      ["Partly wrong", "The main idea is right, but a step of it is false."],
      ["Small slip", "Right, but for a detail that does not carry the explanation."],
      ["Right", "Nothing in it is false."],
    ),
  },
  {
    name: "Plain words",
    definition: "Can a ten-year-old read it alone? Hard words count only where they are not explained.",
    overall: false,
    scale: fourPoints(
      ["Too hard", "Most of it needs words or ideas that a ten-year-old does not have."],
      ["Hard in places", "Several words are not explained, or sentences are too long to follow."],
      ["Mostly plain", "One hard word or one long sentence; the rest is easy."],
      ["Plain", "A ten-year-old can read all of it alone."],
    ),
  },
  {
    name: "Answers the question",
    definition: "Does it say why, and does it stay with the question?",
    overall: false,
    scale: fourPoints(
      ["Misses it", "It speaks about the subject; the question stays open."],
      ["In part", "It answers a part, or buries the answer."],
      ["Answers it", "The why is answered, though a step is missing or something is beside the point."],
      ["Answers it fully", "The why is answered from start to end, with nothing missing and nothing beside the point."],
    ),
  },
  {
    name: "Overall",
    definition: "Would you give this answer to a ten-year-old who asks? Judge it as a whole.",
    overall: true,
    scale: fourPoints(
      ["No", "It would do harm or help nobody."],
      ["Rather not", "Something right is in it, but another answer is needed."],
      ["With a correction", "Good, if one thing is put right or explained."],
      ["As it is", "Nothing needs to be changed."],
    ),
  },
];

const authored = [thunder, bread, moon, onion, ice, leaves, soap, fingers, cats, sea, ship, goose, summer, popcorn, stars];

/** The inputs with the overall criterion's units, and with the work of those who saw no draft. */
const inputs = authored.map(({ input, samples }): AuthoredInput => {
  const whole = samples.map((sample) => {
    const units: Record<string, AuthoredUnit> = { ...sample.units, Overall: overallUnit(sample.id) };
    const withAll = criteria.map(({ name }, place): [string, AuthoredUnit] => {
      const unit = units[name] as AuthoredUnit;
      return [name, { ...unit, work: { ...unit.work, ...workWithoutDraft(sample.id, place) } }];
    });
    return { ...sample, units: Object.fromEntries(withAll) };
  });
  return { input, samples: whole };
});

const guidelines = `# How to judge

1. Read the answer once as a ten-year-old would, then once as yourself.
2. **Correct** comes first: a false reason counts more than any number of right facts beside it.
3. A way to use or try the answer is not padding. Facts about something else are.
4. A draft may be wrong in both directions. Check that a quote is in the answer before you accept the line.
5. Say why whenever you change or remove something. One sentence is enough.`;

/** The study that ships with the product. Questions, answers, drafts and people are made up, and the task says so. */
export const demoStudy: TaskBundle = expandStudy({
  task: {
    name: "Everyday questions",
    description:
      "Explain an everyday thing to a ten-year-old in about a hundred words.\n\nThis study is made up to show the product: the two systems, the judge's drafts and the five annotators, two of whom saw no draft, were all written by hand, mistakes included. Its figures say nothing about any real model.",
    inputName: "question",
    outputName: "answer",
    guidelines,
  },
  criteria,
  judge: "Example judge (made up)",
  annotators: [
    { name: "Ruth", startsAt: "2026-01-12T09:05:00Z" },
    { name: "Samir", startsAt: "2026-01-12T13:30:00Z" },
    { name: "Olga", startsAt: "2026-01-13T08:15:00Z" },
    { name: "Ines", startsAt: "2026-01-14T10:20:00Z" },
    { name: "Tomas", startsAt: "2026-01-15T16:45:00Z" },
  ],
  inputs,
});
