import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ChoiceRow } from "./choice-row";

test("long words after a control are one part of the row that wraps beside it, short ones stay as they are", () => {
  const samples = "60 samples";
  render(
    <ChoiceRow label="Samples">
      <input aria-label="Samples in the study" />
      of {samples}, drawn by whole inputs
      <input aria-label="Limit a day" />a day
    </ChoiceRow>,
  );
  const row = screen.getByRole("textbox", { name: "Samples in the study" }).parentElement;
  expect([...(row?.childNodes ?? [])].map((part) => (part instanceof HTMLInputElement ? part.ariaLabel : part.textContent))).toEqual([
    "Samples in the study",
    "of 60 samples, drawn by whole inputs",
    "Limit a day",
    "a day",
  ]);
  expect(screen.getByText("of 60 samples, drawn by whole inputs").tagName).toBe("SPAN");
  expect(row?.lastChild).toBeInstanceOf(Text);
});
