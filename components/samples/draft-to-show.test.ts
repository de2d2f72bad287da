import { expect, test } from "vitest";
import type { SampleDraft, SampleUnit } from "@/lib/domain/sample-detail";
import { draftToShow } from "./draft-to-show";

const draft = (id: string, more: Partial<SampleDraft> = {}): SampleDraft => ({
  ...{ id, judge: "one", current: false, score: 3, items: [] },
  ...more,
});

/** A unit with drafts, shown to one person for each mention. */
const unit = (drafts: SampleDraft[], ...shown: string[]) =>
  ({ drafts, evaluations: shown.map((draftId) => ({ draftId })) }) as unknown as SampleUnit;

test("the draft that most people saw is shown first, of several the judge's, and then its newest", () => {
  const [old, newest, other] = [draft("old"), draft("new", { current: true }), draft("other", { judge: "two", current: true })];
  expect(draftToShow(unit([old, newest, other], "old", "old", "new"), null, "two")?.id).toBe("old");
  expect(draftToShow(unit([old, newest, other], "old", "new", "other"), null, "two")?.id).toBe("other");
  expect(draftToShow(unit([old, newest, other]), null, "one")?.id).toBe("new");
  expect(draftToShow(unit([old, newest, other], "old"), "other", "one")?.id).toBe("other");
});

test("a draft that was wrong on purpose is shown where it is chosen, or there is no other", () => {
  const [wrong, honest] = [draft("wrong", { planted: true }), draft("honest", { current: true })];
  expect(draftToShow(unit([wrong, honest], "wrong", "wrong"), null, "one")?.id).toBe("honest");
  expect(draftToShow(unit([wrong, honest]), "wrong", "one")?.id).toBe("wrong");
  expect(draftToShow(unit([wrong], "wrong"), null, "one")?.id).toBe("wrong");
});
