import { expect, test } from "vitest";
import { criterionContent } from "./criterion";
import { figureUnits } from "./figure-units";
import { sizeQuestion } from "./size-question";
import { unitSelection } from "./unit-selection";

test("units are selected by every name that a criterion, a judge or a person can have", () => {
  const criterion = criterionContent.parse({ name: "x".repeat(1000), scale: { min: 1, max: 5, step: 1, levels: [] } }).name;
  // As the report names a judge with a person's name.
  const judge = `${"j".repeat(200)} (judge)`;
  const person = { kind: "annotator", name: "p".repeat(300) } as const;
  expect(unitSelection.parse(figureUnits.both(criterion, person, { kind: "judge", name: judge }))).toMatchObject({
    ...{ criterion, human: person.name, other: judge },
  });
  expect(unitSelection.parse({ ...figureUnits.onBoth(criterion, criterion), withDraft: judge })).toMatchObject({ also: criterion });
  expect(sizeQuestion.parse({ criterion }).criterion).toBe(criterion);
});
