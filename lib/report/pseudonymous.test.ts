import { expect, it } from "vitest";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { pseudonymous } from "./pseudonymous";

const named = {
  ...reportDataFixture(),
  excluded: [{ rater: 2, reason: "Cleo rated faster than Ann reads; see Annex 2." }],
  warnings: [{ code: "x", message: "2 ratings of Bobby, of Bob (B.) and of Bob lack a time.", count: 2 }],
};
const codes = new Map([
  ["Ann", "P1"],
  ["Bob", "P2"],
  ["Cleo", "P$&"],
]);

it("names annotators by code everywhere, whole words only, and judges as before", () => {
  const data = pseudonymous(named, codes);
  expect(data.raters.map(({ name }) => name)).toEqual(["P1", "P2", "P$&", "judge"]);
  expect(data.excluded).toEqual([{ rater: 2, reason: "P$& rated faster than P1 reads; see Annex 2." }]);
  expect(data.warnings[0]?.message).toBe("2 ratings of Bobby, of P2 (B.) and of P2 lack a time.");
});

it("leaves alone whoever has no code, a judge whatever has one, and words that a name with signs only resembles", () => {
  const raters = named.raters.map((rater) => (rater.name === "Bob" ? { ...rater, name: "B.o(b" } : rater));
  const excluded = [{ rater: 2, reason: "Cleo, not judge, B.o(b, Bxo(b." }];
  const data = pseudonymous(
    { ...named, raters, excluded },
    new Map([...codes, ["judge", "J1"]].filter(([id]) => id !== "Cleo") as [string, string][]),
  );
  expect(data.raters.map(({ name }) => name)).toEqual(["P1", "P2", "Cleo", "judge"]);
  expect(data.excluded).toEqual([{ rater: 2, reason: "Cleo, not judge, P2, Bxo(b." }]);
});

it("names nobody by a part of their name where it is somebody else's whole one, nor by the code of whom a code resembles", () => {
  const called: Readonly<Record<string, string>> = { Ann: "Bob", Bob: "Bob Lee", Cleo: "P1" };
  const raters = named.raters.map((rater) => ({ ...rater, name: called[rater.name] ?? rater.name }));
  const excluded = [{ rater: 2, reason: "P1 copied Bob Lee, then Bob." }];
  expect(pseudonymous({ ...named, raters, excluded }, codes).excluded).toEqual([{ rater: 2, reason: "P$& copied P2, then P1." }]);
});

it("names by code whom columns of the import name, and keeps what samples share in one object", () => {
  const [ours, other] = [{ author: "Ann", "seen by Bob": "yes" }, { author: "Bobby" }];
  const samples = named.samples.map((sample, at) =>
    at < 2 ? { ...sample, columns: ours } : at < 4 ? { ...sample, columns: other } : sample,
  );
  const data = pseudonymous({ ...named, samples, task: { ...named.task, columnsLeftOut: ["Bob’s notes", "year"] } }, codes);
  const renamed = { author: "P1", "seen by P2": "yes" };
  expect(data.samples.slice(0, 5).map(({ columns }) => columns)).toEqual([renamed, renamed, other, other, undefined]);
  expect(data.samples[0]?.columns).toBe(data.samples[1]?.columns);
  expect(data.samples[4]).not.toHaveProperty("columns");
  expect(data.task.columnsLeftOut).toEqual(["P2’s notes", "year"]);
  expect(samples[0]?.columns).toEqual(ours);
});

it("changes no figure", () => {
  const figures = (report: unknown) => JSON.stringify(report).replaceAll(/"(?:Ann|Bob|Cleo|P1|P2|P\$&)"/g, '"somebody"');
  const plain = { ...named, excluded: [], warnings: [] };
  expect(figures(buildReport(pseudonymous(plain, codes)))).toBe(figures(buildReport(plain)));
});
