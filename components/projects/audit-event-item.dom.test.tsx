import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AuditEvent } from "@/lib/domain/audit";
import { AuditEventItem } from "./audit-event-item";

const event: AuditEvent = {
  id: "e",
  at: "2026-01-05T10:00:00Z",
  who: "Ada",
  verb: "task.update",
  ...{ targetKind: "task", targetId: "t", target: "Answers" },
  details: { before: { annotatorsPerSample: 2, guidelines: "" }, after: { annotatorsPerSample: 3, guidelines: "Read." }, note: "why" },
};
const show = (of: Partial<AuditEvent> = {}) => render(<AuditEventItem event={{ ...event, ...of }} />);

test("an event says who did what, to what, and shows old and new values of each field that changed", () => {
  show();
  expect(screen.getByText("Ada").parentElement?.textContent).toBe("Ada changed a task: Answers");
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual(["annotators per sample", "guidelines"]);
  expect(screen.getAllByRole("definition").map((value) => value.textContent)).toEqual(["old: 2 new: 3", "new: Read."]);
  expect(screen.getByText("note: why")).toBeDefined();
});

test("a value that was taken away is struck, and what a deleted account did has no name", () => {
  show({ who: null, target: null, details: { before: { lastDay: "2026-02-01" }, after: { lastDay: null } } });
  expect(screen.getByText("A former member")).toBeDefined();
  expect(screen.getByRole("definition").textContent).toBe("old: 2026-02-01 none");
});

test("an old event whose details hold no pair of values is shown as noted", () => {
  show({ details: { before: null, final: 4, fields: ["name"], exclusionId: "x", released: [] } });
  expect(screen.getByText('final: 4 · fields: ["name"]')).toBeDefined();
  expect(screen.queryByRole("term")).toBeNull();
});
