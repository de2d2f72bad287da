import type { Action } from "@/lib/domain/action";
import type { Item } from "@/lib/domain/draft";

/** A judge's draft of one unit, for tests of what people do with it. */
export const draftedItems: Item[] = [
  { id: "0", kind: "heading", text: "Evaluation:" },
  { id: "1", kind: "conclusion", text: "The answer is clear." },
  { id: "2", kind: "score", text: "2. Score: 4 out of 5." },
  { id: "3", kind: "evidence", text: '- "plain words"' },
];

/** The unit before anything was done. */
export const draftedUnit = { items: draftedItems, draftScore: 4, scale: { min: 1, max: 5, step: 1 }, actions: [] };

/** An action that does nothing yet: tests fill in what matters to them. */
export const blankAction: Action = {
  id: "a",
  seq: 0,
  parentId: null,
  kind: "accept",
  itemId: null,
  itemKind: null,
  text: null,
  score: null,
  criterion: null,
  reasonCode: null,
  reason: null,
  undoesId: null,
  at: "2026-01-01T00:00:00Z",
};
