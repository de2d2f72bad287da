import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { CriteriaSet } from "@/lib/domain/project";
import { VersionDiff } from "./version-diff";

const id = (n: number) => `0b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b0${n}`;
const scale = { min: 1, max: 5, step: 1, levels: [] };
const set = (version: number, criteria: Partial<CriterionContent>[]): CriteriaSet => ({
  id: id(version),
  taskId: id(9),
  version,
  status: "published",
  publishedAt: null,
  createdAt: "2026-01-05T10:00:00.000Z",
  proposal: null,
  actions: [],
  inUse: false,
  criteria: criteria.map((content, position) => ({
    name: "",
    definition: "",
    scale,
    overall: false,
    id: id(position),
    position,
    sampleId: null,
    ...content,
  })),
});

test("two versions are compared as a redline: added, removed, renamed, definition and scale changed", () => {
  const older = set(1, [
    { name: "Clear", definition: "Easy to read." },
    { name: "Truth", definition: "No false claim." },
    { name: "Charm" },
  ]);
  const newer = set(2, [
    { name: "Clear", definition: "Easy to follow.", scale: { ...scale, max: 7 } },
    { name: "Accuracy", definition: "No false claim." },
    { name: "Kindness" },
  ]);
  render(<VersionDiff older={older} newer={newer} pairwise={false} />);
  expect(document.body.textContent).toContain("1 added, 1 removed, 2 changed, 0 criteria as before");
  const [clear, accuracy, kindness, charm] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  expect(
    within(clear)
      .getAllByRole("deletion")
      .map((part) => part.textContent),
  ).toEqual(["read", "Scale 1 to 5"]);
  expect(
    within(clear)
      .getAllByRole("insertion")
      .map((part) => part.textContent),
  ).toEqual(["follow", "Scale 1 to 7"]);
  expect(within(accuracy).getByRole("deletion").textContent).toBe("Truth");
  expect(within(accuracy).getByRole("insertion").textContent).toBe("Accuracy");
  expect(kindness.textContent).toContain("added");
  expect(charm.textContent).toContain("Charmremoved");
});
