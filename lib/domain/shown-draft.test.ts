import { describe, expect, test } from "vitest";
import { arm } from "./assignment";
import { shownDraft, showsDrafts } from "./shown-draft";

const draft = { id: "draft" };
const own = { arm: "drafted" as const, imported: false };

describe("who sees a draft", () => {
  test("only annotators of the drafted arm do", () => {
    const shown = arm.options.filter((one) => shownDraft({ arm: one, imported: false }, { draft, saved: null }) !== null);
    expect(shown).toEqual(["drafted"]);
    expect(arm.options.filter(showsDrafts)).toEqual(shown);
  });

  test("a unit that was saved without a draft stays without one even if its run drafts it later", () => {
    expect(shownDraft(own, { draft, saved: { shownDraftId: null } })).toBeNull();
    expect(shownDraft(own, { draft, saved: { shownDraftId: "draft" } })).toBe(draft);
    expect(shownDraft(own, { draft: null, saved: null })).toBeNull();
  });

  test("imported work shows the draft from its file", () => {
    expect(shownDraft({ arm: "drafted", imported: true }, { draft, saved: { shownDraftId: null } })).toBe(draft);
    expect(shownDraft({ arm: "blind", imported: true }, { draft, saved: { shownDraftId: null } })).toBeNull();
  });
});
