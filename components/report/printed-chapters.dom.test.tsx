import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { Chapters, loadChapters } from "./chapters";
import { usePrint } from "./use-print";

const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]) }]);

it("a chapter whose code has not come yet says on paper that it is missing and how to print all, and nothing of it once it has", async () => {
  const note = /had not been loaded when the page was printed/u;
  render(<Chapters report={report} open="scores" level="ordinal" judge="model-x" scoring="model-x" />);
  const missing = screen.getByText(note);
  expect(missing.className.split(" ")).toEqual(expect.arrayContaining(["hidden", "print:block"]));
  expect(missing.textContent).toContain("Ctrl+P");
  await act(loadChapters);
  expect(screen.queryByText(note)).toBeNull();
});

it("a pointer that leaves the page for the browser's menu has everything fetched that a print needs", () => {
  let fetched = 0;
  const { unmount } = renderHook(() =>
    usePrint(async () => {
      fetched += 1;
    }),
  );
  fireEvent.mouseLeave(document.documentElement);
  expect(fetched).toBe(1);
  unmount();
  fireEvent.mouseLeave(document.documentElement);
  expect(fetched).toBe(1);
});
