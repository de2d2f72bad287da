import { describe, expect, it } from "vitest";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { nextStep } from "./next-step";

const label = (...args: Parameters<typeof nextStep>) => nextStep(...args).label;

describe("what an administrator does next", () => {
  it("is what the study lacks, in the order it is built", () => {
    expect(label(fixtureTask({ counts: { samples: 0 }, publishedSet: null }), "admin", true)).toBe("Import samples");
    expect(label(fixtureTask({ publishedSet: null }), "admin", true)).toBe("Agree on criteria");
    expect(label(fixtureTask({ counts: { drafts: 0 } }), "admin", true)).toBe("Start a run");
    expect(label(fixtureTask({ counts: { drafts: 0 } }), "admin", false)).toBe("Connect a model");
    expect(label(fixtureTask({ mine: { available: 10 } }), "admin", true)).toBe("Annotate");
    expect(label(fixtureTask({ counts: { assignmentsOpen: 3, assignmentsSubmitted: 4 } }), "admin", true)).toBe("See progress");
    expect(label(fixtureTask({ counts: { samplesFinished: 10, assignmentsSubmitted: 20 } }), "admin", true)).toBe("Read the report");
    expect(label(fixtureTask(), "admin", true)).toBe("Invite annotators");
  });

  it("is to draft the rest where samples are not given out for want of a draft", () => {
    const limited = fixtureTask({ counts: { samplesWithoutDraft: 7, assignmentsSubmitted: 3 }, mine: { submitted: 3 } });
    expect(nextStep(limited, "researcher", true)).toMatchObject({ label: "Draft the rest", why: expect.stringContaining("7 samples") });
    expect(label(fixtureTask({ counts: { samplesWithoutDraft: 7 }, mine: { available: 3 } }), "admin", true)).toBe("Annotate");
  });

  it("is the report once every sample is finished, even for somebody who could still score", () => {
    const finished = fixtureTask({ counts: { samplesFinished: 10, assignmentsSubmitted: 20 }, mine: { available: 10 } });
    expect(nextStep(finished, "admin", true)).toMatchObject({
      label: "Read the report",
      why: "Every sample has all the annotators asked for.",
    });
  });

  it("is the report where others' work was imported, before annotating it oneself", () => {
    const imported = fixtureTask({ counts: { assignmentsSubmitted: 10 }, mine: { available: 10 } });
    expect(nextStep(imported, "admin", true)).toMatchObject({ label: "Read the report", why: "Every sample has been scored." });
    expect(label(imported, "annotator", true)).toBe("Annotate");
    expect(label(fixtureTask({ counts: { assignmentsSubmitted: 10 }, mine: { available: 5, submitted: 5 } }), "admin", true)).toBe(
      "Annotate",
    );
  });

  it("does not ask for drafts in the blind arm, nor once people have begun without them", () => {
    expect(label(fixtureTask({ arm: "blind", counts: { drafts: 0 }, mine: { available: 4 } }), "admin", false)).toBe("Annotate");
    expect(label(fixtureTask({ counts: { drafts: 0, assignmentsSubmitted: 4 } }), "admin", false)).toBe("Read the report");
  });
});

describe("what an annotator does next", () => {
  it("is to continue, to start, or nothing", () => {
    expect(label(fixtureTask({ mine: { open: 1, available: 4 } }), "annotator", true)).toBe("Continue");
    expect(nextStep(fixtureTask({ mine: { available: 1 } }), "annotator", true).why).toBe("1 sample waits for you.");
    expect(nextStep(fixtureTask({ mine: { submitted: 10 } }), "annotator", true)).toEqual({
      label: "Nothing to do",
      href: null,
      why: "You have scored everything you can.",
    });
  });

  it("is never an administrator's step", () => {
    expect(label(fixtureTask({ counts: { samples: 0 } }), "annotator", false)).toBe("Nothing to do");
  });
});
