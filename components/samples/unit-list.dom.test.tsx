import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { labelled } from "@/lib/testing/labels";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { UnitList } from "./unit-list";

const address = vi.hoisted(() => ({ query: "humanScore=2" }));
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(address.query) }));
afterEach(() => vi.unstubAllGlobals());

const unit = {
  ...{ sampleId: "s", externalId: "s7", number: 7, inputStart: "Do chickens get sad?", system: null, systemB: null },
  ...{ criterionId: "c", criterion: "Clear", withheld: false, scores: [2], judgeScore: null, ratings: 1, lines: 0 },
};

function show(leftOut: number, items = [unit]) {
  const counts = { units: items.length, ratings: items.length, lines: 0, samples: items.length };
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.includes("/units") ? { items, nextCursor: null, total: items.length, counts, leftOut } : { items: [], nextCursor: null },
    ),
  );
  render(
    <NuqsTestingAdapter searchParams="?humanScore=2">
      <QueryClientProvider client={createQueryClient()}>
        <UnitList task={fixtureTask()} units={{ humanScore: "2" }} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

test("the list behind a figure says how many samples that the reader has open it leaves out", async () => {
  show(1);
  await screen.findByText("where people gave 2, in 1 sample (1 sample that you have open is left out, whether it fits or not)");
});

test("with nothing left out it says nothing of it", async () => {
  show(0);
  await screen.findByText("where people gave 2, in 1 sample");
});

test("where the figure's n counts something else, the list says what", async () => {
  address.query = "humanScore=2&n=1021&counts=pairs+of+outputs";
  show(0);
  await screen.findByText("The figure’s n is 1,021 and counts pairs of outputs; these are what they are made of.");
  address.query = "humanScore=2&n=1&counts=units";
  show(0);
  await waitFor(() => expect(screen.getAllByText("1 unit")).toHaveLength(2));
  address.query = "humanScore=2";
  expect(screen.getAllByText(/The figure’s n/u)).toHaveLength(1);
});

test("an empty list gives what is left out as the reason, and no older ratings", async () => {
  show(1, []);
  await screen.findByText("1 sample that you have open is left out, whether it fits or not.");
  expect(screen.queryByText(/older ratings/u)).toBeNull();
});

test("a label is named as in the version of the criteria that the units are of", async () => {
  const set = (id: string, ...labels: string[]) => ({
    criteria: [{ id, name: "Cause", scale: labelled(...labels) }],
  });
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.includes("/units")
        ? {
            ...{ items: [{ ...unit, criterionId: "old", criterion: "Cause", scores: [1] }], nextCursor: null, total: 1, leftOut: 0 },
            counts: { units: 1, ratings: 1, lines: 0, samples: 1 },
          }
        : { items: [set("new", "fire", "water"), set("old", "air", "earth")], nextCursor: null },
    ),
  );
  render(
    <NuqsTestingAdapter searchParams="?criterion=Cause">
      <QueryClientProvider client={createQueryClient()}>
        <UnitList task={fixtureTask()} units={{ criterion: "Cause", humanScore: "1", criteriaSet: "1" }} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  await screen.findByText(/people gave earth/u);
});
