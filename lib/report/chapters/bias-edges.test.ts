import { expect, test } from "vitest";
import { outputFormats } from "@/lib/domain/output-format";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { judgeBiases } from "./bias";

test("a form that exactly twenty outputs have, and twenty have not, is set against the others", () => {
  const base = reportDataFixture({ inputs: 20 });
  const format = (at: number) => (at % 2 === 0 ? 1 << outputFormats.indexOf("bold") : 0);
  const data = { ...base, samples: base.samples.map((sample, at) => ({ ...sample, format: format(at) })) };
  const { Clear } = judgeBiases(ratingTable(data)).judge?.perCriterion ?? {};
  expect(Clear?.formats?.map((one) => [one.format, one.difference.n])).toEqual([["bold", 20]]);
});

test("where intervals are not asked for, halo has none", () => {
  const data = reportDataFixture();
  const [asked, not] = [ratingTable(data), ratingTable(data, { interval: "none" })].map((table) => judgeBiases(table).judge?.halo);
  for (const figure of ["judge", "people", "difference"] as const) {
    expect(asked?.[figure].interval).not.toBeNull();
    expect(not?.[figure]).toMatchObject({ value: asked?.[figure].value, interval: null });
  }
});
