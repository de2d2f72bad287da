import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { statisticsVersion } from "@/lib/stats";
import { versionedData } from "@/lib/testing/versioned-data";
import { buildReport } from "./build-report";
import { compareReports } from "./compare-reports";

const file = new URL("../testing/versioned-figures.json", import.meta.url);

/** `STATISTICS_VERSION=new npx vitest run lib/report/statistics-version.test.ts` writes the figures of a new version. */
it("the same data give the figures that this version of the statistics has always given; otherwise raise it", () => {
  const { agreement, correlation, bias, actions, scores, influence } = buildReport(versionedData());
  const now = JSON.parse(JSON.stringify({ statisticsVersion, agreement, correlation, bias, actions, scores, influence }));
  if (process.env.STATISTICS_VERSION === "new") writeFileSync(file, JSON.stringify(now));
  const { compared, differing } = compareReports(JSON.parse(readFileSync(file, "utf8")), now);
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(2000);
});
