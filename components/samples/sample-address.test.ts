import { expect, test } from "vitest";
import { reportHref } from "./sample-address";

test("a list of units leads back to the report as it was narrowed, its judge and chapter too, and to nothing of the figure but its judge", () => {
  const report = { task: "t", chapter: "people", level: "interval", excluded: "with", arm: "blind", onlyJudge: "gpt", judge: "claude" };
  const list = new URLSearchParams({ ...report, criterion: "Clarity", pairable: "judge", figure: "alpha", at: "3" });
  const back = new URL(reportHref("p", list), "http://x");
  expect([back.pathname, Object.fromEntries(back.searchParams)]).toEqual(["/projects/p/report", report]);
});
