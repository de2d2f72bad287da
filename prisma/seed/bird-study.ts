import type { BundleAction, TaskBundle } from "@/lib/domain/bundle";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { ImportWarning } from "@/lib/domain/import";
import published from "./bird-scores.json" with { type: "json" };

interface BirdScores {
  source: string;
  note: string;
  accuracy_definition: string;
  metrics: { key: string; name: string; min: number; max: number }[];
  raters: Record<string, string>;
  samples: { id: string; answer: string; class: string; family: string; species: string }[];
  /** scores[rater][sample][metric] */
  scores: Record<string, Record<string, number[]>>;
}

/** Published figures of a study in which four models judged how well another describes pictures of birds; figures only, without texts. */
export const birdStudy: TaskBundle = toBundle(published);

function toBundle(birds: BirdScores): TaskBundle {
  const criteria: CriterionContent[] = birds.metrics.map(({ key, name, min, max }) => ({
    name,
    definition: `${key} of the study.`,
    scale: { min, max, step: 1, levels: [] },
    overall: false,
  }));
  const ofKind = (kind: "annotator" | "judge") => Object.keys(birds.raters).filter((rater) => birds.raters[rater] === kind);
  return {
    task: {
      name: "Birds",
      description: `Describe the picture of a bird: its class, family and species, and what else is to be seen.\n\nPublished figures of the ${birds.source}. Only the scores are in its tables: pictures, full answers and the judges' texts are not, so there is nothing to redline here. Its accuracy is ${birds.accuracy_definition}. Note: ${birds.note}.`,
      inputName: "picture",
      outputName: "answer",
      guidelines: "",
    },
    criteria,
    samples: birds.samples.map(({ id, answer, class: birdClass, family, species }) => ({
      externalId: id,
      input: `Picture ${id}. The picture and its prompt are not in the published tables.`,
      output: `Named: ${answer}. (The full answer is not in the published tables; this is what it named.)`,
      outputB: null,
      system: null,
      systemB: null,
      goldLabel: null,
      subset: null,
      reference: `Class: ${birdClass}. Family: ${family}. Species: ${species}.`,
      imageUrl: null,
      inputId: id,
      metadata: {},
    })),
    judges: ofKind("judge").map((name) => ({
      name,
      model: null,
      protocol: "rubric",
      promptVersion: "published",
      drafts: units(birds, name).map(({ sampleId, criterion, score }) => ({ sampleId, criterion, score, items: [], raw: "" })),
    })),
    annotators: ofKind("annotator").map((name) => ({
      name,
      assignments: birds.samples.map(({ id }) => ({
        sampleId: id,
        arm: "unstated",
        judge: null,
        evaluations: units(birds, name)
          .filter(({ sampleId }) => sampleId === id)
          .map(({ criterion, score }) => ({ criterion, startedAt: null, endedAt: null, durationMs: null, actions: [setScore(score)] })),
      })),
    })),
    warnings: offScale(birds),
  };
}

function units(birds: BirdScores, rater: string): { sampleId: string; criterion: string; score: number }[] {
  return Object.entries(birds.scores[rater] ?? {}).flatMap(([sampleId, scores]) =>
    scores.map((score, index) => ({ sampleId, criterion: birds.metrics[index]?.name ?? "", score })),
  );
}

function setScore(score: number): BundleAction {
  return { kind: "set-score", itemId: null, itemKind: null, text: null, score, reason: null, at: null, origin: null };
}

/** A printed score above its metric's maximum is kept, since the study's own accuracy is computed with it. */
function offScale(birds: BirdScores): ImportWarning[] {
  const places = Object.keys(birds.scores).flatMap((rater) =>
    units(birds, rater).flatMap(({ sampleId, criterion, score }) => {
      const metric = birds.metrics.find(({ name }) => name === criterion);
      return metric && (score < metric.min || score > metric.max) ? [`${rater}, ${sampleId}, ${criterion}: ${score} of ${metric.max}`] : [];
    }),
  );
  if (places.length === 0) return [];
  return [
    { code: "score-off-scale", message: `Printed off the metric's range and kept as printed: ${places.join("; ")}.`, count: places.length },
  ];
}
