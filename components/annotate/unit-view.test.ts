import { describe, expect, test } from "vitest";
import { createEvidenceFinder } from "@/components/texts/evidence-finder";
import { openJournal } from "@/lib/client/unit-journal";
import type { Action } from "@/lib/domain/action";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { bareScoreId, countQuotes, nextOpenStop, nextOpenUnit, quotedRanges, viewUnit } from "./unit-view";

const locate = createEvidenceFinder(openedAssignment.sample.output);
const view = (index: number, actions: Partial<Action>[] = []) => {
  const criterion = openedAssignment.criteria[index];
  if (criterion === undefined) throw new Error("no such criterion");
  const blank = { itemId: null, itemKind: null, text: null, score: null, criterion: null, reasonCode: null, reason: null, undoesId: null };
  const whole = actions.map((action, seq) => ({
    ...blank,
    kind: "accept" as const,
    at: "2026-01-01T00:00:00Z",
    id: `a${seq}`,
    parentId: null,
    seq,
    ...action,
  }));
  return viewUnit(openedAssignment, criterion, openJournal(whole, [], 0), locate);
};

describe("navigation order", () => {
  test("the next open line, wrapping around, and none when all are decided", () => {
    expect(nextOpenStop(view(0), null)).toBe("0");
    expect(nextOpenStop(view(0, [{ itemId: "0" }, { itemId: "2" }]), "2")).toBe("3");
    expect(nextOpenStop(view(0, [{ itemId: "3" }]), "2")).toBe("0");
    expect(
      nextOpenStop(
        view(
          0,
          ["0", "1", "2", "3"].map((itemId) => ({ itemId })),
        ),
        "0",
      ),
    ).toBeNull();
  });

  test("without a draft the score is the only stop, open until it is given", () => {
    expect(view(1).stops).toEqual([bareScoreId]);
    expect(nextOpenStop(view(1), null)).toBe(bareScoreId);
    const scored = view(1, [{ kind: "set-score", score: 3 }]);
    expect(nextOpenStop(scored, null)).toBeNull();
    expect(scored.progress).toBe("complete");
  });

  test("the next criterion that is not complete, never the current one", () => {
    const done = view(1, [{ kind: "set-score", score: 3 }]);
    expect(nextOpenUnit([view(0), view(1)], view(0).criterion.id)?.criterion.name).toBe("Correct");
    expect(nextOpenUnit([view(0), done], done.criterion.id)?.criterion.name).toBe("Analogy");
    expect(nextOpenUnit([view(0), done], view(0).criterion.id)).toBeNull();
  });
});

test("quotations are counted over lines not removed, and highlighted for the focused line", () => {
  expect(countQuotes(view(0))).toEqual({ found: 1, all: 2 });
  expect(countQuotes(view(0, [{ kind: "remove", itemId: "3" }]))).toEqual({ found: 1, all: 1 });
  const start = openedAssignment.sample.output.indexOf("like a trampoline");
  expect(quotedRanges(view(0), "2")).toEqual([{ start, end: start + "like a trampoline".length, focused: true }]);
  expect(quotedRanges(view(0, [{ kind: "remove", itemId: "2" }]), "0")).toEqual([]);
});
