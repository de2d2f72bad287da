import { describe, expect, test } from "vitest";
import { arm } from "./assignment";
import { shownDraft } from "./shown-draft";

const draft = { id: "draft" };
const own = { arm: "drafted" as const, revealed: false, imported: false };
const shownIn = (of: { revealed: boolean; saved: { shownDraftId: string | null } | null }) =>
  arm.options.filter((one) => shownDraft({ ...own, arm: one, revealed: of.revealed }, { draft, saved: of.saved }) !== null);

describe("who sees a draft", () => {
  test("only annotators of the drafted arm do, and those of blind-then-drafted after their blind pass", () => {
    expect(shownIn({ revealed: false, saved: null })).toEqual(["drafted"]);
    expect(shownIn({ revealed: true, saved: { shownDraftId: "draft" } })).toEqual(["drafted", "blind-then-drafted"]);
  });

  test("a unit that was saved without a draft stays without one even if its run drafts it later", () => {
    expect(shownDraft(own, { draft, saved: { shownDraftId: null } })).toBeNull();
    expect(shownDraft(own, { draft, saved: { shownDraftId: "draft" } })).toBe(draft);
    expect(shownDraft(own, { draft: null, saved: null })).toBeNull();
  });

  test("imported work shows the draft from its file", () => {
    const imported = { ...own, imported: true };
    expect(shownDraft(imported, { draft, saved: { shownDraftId: null } })).toBe(draft);
    expect(shownDraft({ ...imported, arm: "blind" }, { draft, saved: { shownDraftId: null } })).toBeNull();
  });
});
