import { expect, it } from "vitest";
import { figure } from "@/lib/testing/report-fixture";
import { noteOf, notesOf } from "./figure-notes";

it("a figure with value and interval needs no note", () => {
  expect(noteOf(figure(0.5, [0.4, 0.6]))).toBeNull();
});

it("a missing value says why before a missing interval does", () => {
  expect(noteOf(figure(null))).toBe("Every rating is the same, so agreement cannot be distinguished from chance.");
  expect(noteOf(figure(0.5))).toBe("There are too few inputs for an interval.");
});

it("each reason is said once and numbered in the order met", () => {
  const notes = notesOf([figure(0.5), undefined, figure(null), figure(0.7), figure(0.1, [0, 1])]);
  expect(notes.list).toHaveLength(2);
  expect(notes.numberOf("There are too few inputs for an interval.")).toBe(1);
  expect(notes.numberOf("Every rating is the same, so agreement cannot be distinguished from chance.")).toBe(2);
});
