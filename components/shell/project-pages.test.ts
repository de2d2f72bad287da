import { describe, expect, test } from "vitest";
import { type Permission, permissions } from "@/lib/domain/policy";
import { pageOf, pagesFor, projectPages, safeNext, stagesFor, startPage } from "./project-pages";

describe("the navigation of a project", () => {
  test("shows an annotator nothing but annotating", () => {
    expect(pagesFor("annotator").map((page) => page.segment)).toEqual(["annotate"]);
  });

  test("shows an expert nothing but criteria", () => {
    expect(pagesFor("expert").map((page) => page.segment)).toEqual(["criteria"]);
  });

  test("shows each page to the roles that the policy lets use it", () => {
    const needs: Record<string, Permission> = {
      tasks: "task.edit",
      samples: "samples.read",
      criteria: "criteria.redline",
      guidelines: "task.edit",
      runs: "run.read",
      plan: "plan.read",
      annotate: "work.do",
      review: "progress.read",
      reviews: "review.do",
      adjudications: "review.do",
      report: "report.read",
      exports: "export.do",
      people: "people.read",
      audit: "audit.read",
      // Researchers have the reasons, prompts and the API there; what changes the project itself is for admins.
      settings: "task.edit",
    };
    expect(Object.fromEntries(projectPages.map((page) => [page.segment, page.roles]))).toEqual(
      Object.fromEntries(Object.entries(needs).map(([segment, permission]) => [segment, permissions[permission]])),
    );
  });

  test("shows a researcher every page, as it does an admin", () => {
    expect(pagesFor("researcher").map((page) => page.segment)).toEqual([
      "tasks",
      "samples",
      "criteria",
      "guidelines",
      "runs",
      "plan",
      "annotate",
      "review",
      "reviews",
      "adjudications",
      "people",
      "report",
      "exports",
      "audit",
      "settings",
    ]);
    expect(pagesFor("admin")).toEqual(pagesFor("researcher"));
  });

  test("groups a researcher's pages by the stage of the study, at most six to a stage", () => {
    const grouped = stagesFor("researcher").map(({ stage, pages }) => `${stage}: ${pages.map((page) => page.label).join(", ")}`);
    expect(grouped).toEqual([
      "Prepare: Tasks, Samples, Criteria, Guidelines, Runs, Plan",
      "Collect: Annotate, Progress, Review, Adjudicate, People",
      "Analyse: Report, Exports",
      "Manage: Audit, Settings",
    ]);
    for (const { pages } of stagesFor("admin")) expect(pages.length).toBeLessThanOrEqual(6);
  });

  test("matches a path below a page to that page", () => {
    expect(pageOf("/projects/p1/annotate/a1")?.label).toBe("Annotate");
    expect(pageOf("/projects/p1")).toBeUndefined();
    expect(pageOf("/profile")).toBeUndefined();
  });
});

test("an annotator or expert with one project starts at their next sample or their criteria, everybody else at the project list", () => {
  const one = { id: "p1", role: "annotator" as const, archivedAt: null };
  expect(startPage([one])).toBe("/projects/p1/annotate/next");
  expect(startPage([one, { ...one, id: "p2", archivedAt: "2026-01-01T00:00:00Z" }])).toBe("/projects/p1/annotate/next");
  expect(startPage([one, { ...one, id: "p2" }])).toBe("/projects");
  expect(startPage([{ ...one, role: "expert" }])).toBe("/projects/p1/criteria");
  expect(startPage([{ ...one, role: "admin" }])).toBe("/projects");
  expect(startPage([])).toBe("/projects");
});

test.each([
  ["/projects/p1?task=t", "/projects/p1?task=t"],
  ["//elsewhere.example", null],
  ["/\\elsewhere.example", null],
  ["https://elsewhere.example", null],
  ["/sign-in?next=/", null],
  [null, null],
])("after signing in %s leads to %s", (next, expected) => {
  expect(safeNext(next)).toBe(expected);
});
