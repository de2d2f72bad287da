import type { CriterionContent, Scale } from "@/lib/domain/criterion";
import type { Variant } from "@/lib/domain/pair-outputs";
import { planContent } from "@/lib/domain/study-plan";
import type { Api } from "./api";
import { boldOrNot, manyCriteria, noise, type Shape, studyOf } from "./report-studies";
import { importFile, publish, runToEnd, type Study } from "./study";

// Studies with panels that few have, with no, few, equal and many figures.

const madeUp = (name: string, scale: Pick<Scale, "min" | "max"> & Partial<Scale>): CriterionContent => ({
  ...{ name, definition: "Made up.", overall: false },
  scale: { step: 1, levels: [], ...scale },
});
const labelled = (name: string, labels: readonly string[]) =>
  madeUp(name, {
    ...{ kind: "categorical", min: 0, max: labels.length - 1 },
    levels: labels.map((label, value) => ({ value, label, description: "" })),
  });
const preference = { ...madeUp("Preference", { min: -1, max: 1 }), overall: true };
const clarity = madeUp("Clarity", { min: 1, max: 5 });
const cause = labelled("Cause", ["made up", "out of date", "nothing wrong"]);

const everyWay: readonly Variant[] = ["plain", "swapped", "interference", "sycophancy"];
const manyPeople = ["Ann", "Bob", "Cleo", "Dimitri of the long name", "Eve", "Fay"];
const manyJudges = ["model-x", "model-y", "a-model-with-a-long-name-70b"];
/** A rater's mark is that of the sample, or with this chance any. */
const often = (chance: number, true_: number, any: number, ...seeds: number[]) => (noise(...seeds) < chance ? any : true_);

/** Pairs: one tie of which nothing is known; two pairs; all alike; and many subsets, people and judges. */
export const pairShapes = {
  empty: { inputs: 1, criteria: [preference], people: ["Ann"], judges: [], gold: () => "", share: () => 0.5 },
  tiny: {
    ...{ inputs: 2, criteria: [preference], people: ["Ann", "Bob"], judges: ["model-x"], variants: everyWay, gold: () => "A" },
    share: (rater, sample, _, variant) => (rater + sample + variant) % 2,
  },
  degenerate: {
    ...{ inputs: 6, criteria: [preference], people: ["Ann", "Bob", "Cleo"], judges: ["model-x"], variants: everyWay, gold: () => "A" },
    share: () => 1,
  },
  large: {
    ...{ inputs: 36, criteria: [preference], people: manyPeople, judges: manyJudges, variants: everyWay },
    subsets: ["plain", "tempting", "an instruction that asks for something else than it seems to", "GPT", "long", "short"],
    gold: (sample) => (noise(sample, 7) < 0.5 ? "A" : "B"),
    share: (rater, sample, _, variant) =>
      often(
        0.12 + 0.05 * rater + 0.07 * variant,
        noise(sample, 7) < 0.5 ? 1 : 0,
        Math.round(2 * noise(rater, sample, variant)) / 2,
        sample,
        rater,
        variant,
      ),
  },
} satisfies Record<string, Shape>;

const manyLabels = [
  ...["made up", "out of date", "contradicts the question", "leaves out what was asked for", "in another language", "no source"],
  ...["a source that does not say so", "repeats itself", "cut off", "nothing wrong"],
];

/** Labels: nobody has given any; two samples; one label everywhere; and many labels, people and judges. */
export const labelShapes = {
  empty: {
    ...{ inputs: 2, criteria: [cause, clarity], people: ["Ann", "Bob"], judges: ["model-x"] },
    share: (rater, sample, criterion) => (criterion === 0 ? null : noise(rater, sample)),
  },
  tiny: {
    ...{ inputs: 1, criteria: [cause], people: ["Ann", "Bob"], judges: ["model-x"] },
    share: (rater, sample) => ((rater + sample) % 3) / 2,
  },
  degenerate: { inputs: 6, criteria: [cause], people: ["Ann", "Bob", "Cleo"], judges: ["model-x"], share: () => 1 },
  large: {
    ...{ inputs: 20, people: manyPeople, judges: manyJudges },
    criteria: [labelled("What is wrong, if anything is", manyLabels), cause],
    share: (rater, sample, criterion) =>
      often(0.2 + 0.06 * rater, noise(sample, criterion, 7), noise(rater, sample), sample, rater, criterion),
  },
} satisfies Record<string, Shape>;

/** People without a judge: one rating; two people; all alike; and many people. */
export const peopleShapes = {
  empty: { inputs: 1, criteria: [clarity], people: ["Ann"], judges: [], share: (_, sample) => (sample === 0 ? 0.5 : null) },
  tiny: { inputs: 1, criteria: [clarity], people: ["Ann", "Bob"], judges: [], share: (rater, sample) => (rater + sample) % 2 },
  degenerate: { inputs: 6, criteria: [clarity, cause], people: ["Ann", "Bob", "Cleo"], judges: [], share: () => 1 },
  large: {
    ...{ inputs: 16, criteria: [...manyCriteria(6), cause], people: manyPeople, judges: [] },
    share: (rater, sample, criterion) =>
      often(0.2 + 0.06 * rater, noise(sample, criterion, 7), noise(rater, sample), sample, rater, criterion),
  },
} satisfies Record<string, Shape>;

/** A plan that nobody has begun. */
export async function planned(api: Api, { taskId }: Pick<Study, "taskId">): Promise<void> {
  const params = { taskId };
  await api.call("savePlan", { params, body: planContent.parse({ people: 2, overlap: 1 }) });
  await api.call("startPlan", { params });
}

/** Makes further criteria sets, each but the last with a rating. */
export async function withOtherCriteria(api: Api, { projectId, taskId, taskName: task }: Study, sets: number): Promise<void> {
  for (let place = 1; place <= sets; place++) {
    await publish(api, taskId, [{ ...clarity, definition: `Made up ${place}.` }]);
    const file = `sample_id,criterion,rater,rater_kind,score\ns1,Clarity,Ann,annotator,3\n`;
    if (place < sets) await importFile(api, { projectId, task, fileName: `ratings-${place}.csv`, file });
  }
}

/** As few as it takes to compare groups and forms of outputs: half have bold words, which one of two judges likes; four nobody but the judges has seen. */
export const formsAndNew: Shape = {
  ...{ inputs: 24, criteria: [clarity], people: ["Ann", "Bob"], judges: ["model-x", "model-y"], outputOf: boldOrNot, arm: () => "blind" },
  share: (rater, sample) => {
    if (rater < 2 && sample >= 44) return null;
    return 0.6 * noise(sample, 7) + 0.2 * noise(rater, sample) + (rater === 2 && sample % 2 === 0 ? 0.3 : 0);
  },
};

/** Pairs of outputs, some of them of the model that a judge runs on. */
export async function pairStudy(api: Api, baseUrl: string, size: keyof typeof pairShapes): Promise<Study> {
  const study = await studyOf(api, { ...pairShapes[size], systems: ["stand-in", "meadow"] });
  if (size === "empty") return study;
  const body = { name: "stand-in", baseUrl, model: "stand-in", protocol: "camieval-pairwise" as const };
  const { id: judgeId } = await api.call("createJudge", { params: { projectId: study.projectId }, body });
  await runToEnd(api, study.taskId, { judgeId, sampleLimit: 12 });
  return study;
}
