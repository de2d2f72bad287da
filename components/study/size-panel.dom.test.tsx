import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { PlanSize } from "@/lib/domain/plan-size";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { fixtureSize } from "@/lib/testing/plan-size-fixture";
import { SizePanel } from "./size-panel";

// The size follows when typing pauses, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.unstubAllGlobals());

const plan = planContent.parse({ people: 4, overlap: 2 });

function open(size: PlanSize = fixtureSize()) {
  const asked: PlanContent[] = [];
  const onChange = vi.fn();
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)).plan);
    return Response.json(size);
  });
  function Page() {
    const [content, setContent] = useState(plan);
    onChange.mockImplementation((change: Partial<PlanContent>) => setContent((now) => ({ ...now, ...change })));
    return <SizePanel taskId="t" plan={content} content={content} onChange={onChange} />;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  return { asked, onChange, user: userEvent.setup({ delay: null }) };
}

test("the planner opens with its conclusion, what it rests on, and this plan's figures", async () => {
  open();
  expect(await screen.findByRole("heading", { name: "Alpha needs 300 samples or 8 people for each sample." })).toBeTruthy();
  expect(document.body.textContent).toContain(
    "Expected half-widths of 95 % intervals for “Clarity”, from 60 ratings of 10 samples by 4 people.",
  );
  const [, ownPlan] = within(screen.getByRole("table")).getAllByRole("row");
  expect(
    within(ownPlan as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual([...["This plan", "±0.31", "±0.53", "±0.42", "27 %", "4.5"]]);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "alpha in one arm, by samples: this plan ±0.31; 2 raters ±0.22 with 20 samples.",
  );
});

test("an alternative is taken over by one click and names its obstacle; samples that are not there cannot be", async () => {
  const { onChange, user } = open();
  await user.click(await screen.findByRole("button", { name: "5 raters each" }));
  expect(onChange).toHaveBeenLastCalledWith({ overlap: 5, people: 5 }, "overlap");
  await user.click(screen.getByRole("button", { name: "7 people" }));
  expect(onChange).toHaveBeenLastCalledWith({ people: 7 }, "people");
  expect(screen.getByText("3 to invite")).toBeTruthy();
  expect(screen.getByText("5 to import")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "15 samples" })).toBeNull();
});

test("what is wanted and assumed is a choice of the plan, and an emptied field no longer counts", async () => {
  const { asked, user } = open();
  const field = await screen.findByRole("textbox", { name: "Assumed alpha" });
  expect(field.getAttribute("placeholder")).toBe("0.43");
  await user.type(field, "0.6");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sizing: { assumptions: { alpha: 0.6 }, targets: {} } }));
  await user.type(screen.getByRole("textbox", { name: "Wanted half-width of alpha" }), "0.05");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sizing: { assumptions: { alpha: 0.6 }, targets: { alpha: 0.05 } } }));
  await user.clear(field);
  await waitFor(() => expect(asked.at(-1)?.sizing).toEqual({ assumptions: {}, targets: { alpha: 0.05 } }));
  const epsilon = screen.getByRole("textbox", { name: "Epsilon of the test" });
  expect(epsilon.getAttribute("placeholder")).toBe("0.20");
  await user.type(epsilon, "0.125");
  await waitFor(() => expect(asked.at(-1)?.sizing.targets).toEqual({ alpha: 0.05, epsilon: 0.125 }));
});

test("a figure that is not defined says why, and each has its method", async () => {
  open();
  const text = (await screen.findByText("How this is computed")).parentElement?.textContent ?? "";
  expect(text).toContain("alphas’ difference –Not defined: the plan has no blind arm. a method; ordinal level.");
  expect(text).toContain("agreement of two people, alpha: 0.43 (from the ratings so far); ");
  expect(text).toContain("how far people differ in the arms’ difference, points: 0.15 (assumed)");
});

test("without ratings the panel says that everything is assumed, and a pilot with drafts in view is named", async () => {
  open(fixtureSize({ pilot: null, criterion: null }));
  expect(await screen.findByText(/from assumptions alone: nothing has been rated yet/)).toBeTruthy();
});
