/** A sample with as many outputs as the samples of the other kind of task. */
export const otherOutputs = (kind: "pointwise" | "pairwise") => ({
  field: "output_b",
  message:
    kind === "pointwise"
      ? "this task judges one output at a time, but the sample has two; import it into a new task"
      : "this task compares two outputs, but the sample has one",
});

export const noCriteria = {
  field: "criterion",
  message: "this task has no published criteria; publish them first, or give the scale of the ratings with the import",
};

export const otherScale = (criterion: string) => `criterion "${criterion}" is published with another scale`;

export const unknownCriterion = (criterion: string) =>
  `the published criteria set has no criterion "${criterion}", and only sets that imports alone have used get new ones`;
