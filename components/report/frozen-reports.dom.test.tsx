import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FrozenReport } from "@/lib/domain/frozen-report";
import { fixtureReport } from "@/lib/testing/report-fixture";
import { FrozenHeadPanel } from "./frozen-head-panel";
import { UnlessItFails } from "./unless-it-fails";

const frozen: FrozenReport = {
  hash: "a".repeat(64),
  report: fixtureReport([]),
  head: {
    ...{ redlineReport: 1, id: "0f7c1d52-7a3f-4a37-9a53-6d5e5a5f2f11", name: "Camera ready", project: "Study 7", task: "Answers" },
    frozenAt: "2026-02-03T12:05:06.000Z",
    settings: {
      excluded: "with",
      filter: { arm: "blind", from: "2026-01-02" },
      level: "interval",
      intervals: [
        { method: "jackknife", confidence: 0.95, resamples: null, seed: null },
        { method: "bca", confidence: 0.9, resamples: 2000, seed: 17 },
      ],
    },
    versions: { redline: "0.4.1", statistics: "3" },
    dataHash: "b".repeat(64),
  },
};

test("a frozen report says what it is of, each fact with its own value", () => {
  render(<FrozenHeadPanel frozen={frozen} bundle="/bundle" />);
  const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(screen.getByRole("heading", { name: "Camera ready" })).toBeTruthy();
  expect(document.body.textContent).toContain("Answers, Study 7. Later work changes nothing here.");
  expect(factOf("Id")).toBe(frozen.head.id);
  expect(factOf("SHA-256 of the bundle's content")).toBe("a".repeat(64));
  expect(factOf("SHA-256 of the data")).toBe("b".repeat(64));
  expect(factOf("Versions")).toBe("Redline 0.4.1, statistics 3");
  expect(factOf("Excluded people")).toBe("included");
  expect(factOf("Narrowed to")).toBe("arm blind; from 2026-01-02");
  expect(factOf("Level of measurement")).toBe("interval");
  expect(factOf("Intervals")).toBe("95 % jackknife; 90 % bca, B = 2,000, seed 17");
  expect(screen.getByRole("link", { name: "Download the bundle" }).getAttribute("href")).toBe("/bundle");
});

test("a report that cannot be drawn any more gives way to a word about it", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Failing = (): never => {
    throw new TypeError("no such figure");
  };
  render(
    <UnlessItFails otherwise={<p>Too old to draw</p>}>
      <Failing />
    </UnlessItFails>,
  );
  expect(screen.getByText("Too old to draw")).toBeTruthy();
});
