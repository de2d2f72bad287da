/** A numeric criterion, as far as learning needs it. */
export interface LearningCriterion {
  id: string;
  name: string;
  min: number;
  max: number;
}

/** A unit that people have scored without a draft. */
export interface LearningUnit {
  sampleId: string;
  /** The input it belongs to: the cluster. */
  input: string;
  criterionId: string;
  /** One score per annotator who scored it without a draft. */
  people: { annotatorId: string; score: number }[];
}

/** A unit's key in maps of judges' scores. */
export const unitKey = ({ sampleId, criterionId }: { sampleId: string; criterionId: string }) => `${sampleId}/${criterionId}`;

/** People's mean score of a unit. */
export const peopleMean = ({ people }: Pick<LearningUnit, "people">): number =>
  people.reduce((sum, { score }) => sum + score, 0) / people.length;
