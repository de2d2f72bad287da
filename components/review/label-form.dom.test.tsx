import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { AdjudicationUnit } from "@/lib/domain/adjudication";
import { labelled } from "@/lib/testing/labels";
import { LabelForm } from "./label-form";

afterEach(() => vi.unstubAllGlobals());

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const unit: AdjudicationUnit = {
  task: { id: uuid(1), inputName: "question", outputName: "answer", textFormat: "plain", pairwise: false },
  sample: { id: uuid(2), number: 7, input: "Why?", output: "Because.", outputB: null, reference: null, imageUrl: null },
  criterion: {
    id: uuid(3),
    position: 0,
    name: "Clear",
    definition: "",
    scale: { min: 1, max: 5, step: 1, levels: [] },
    overall: false,
    sampleId: null,
  },
  raters: [],
  range: 3,
  own: false,
  mine: null,
  judge: null,
  labels: [],
};

function open(of: Partial<AdjudicationUnit> = {}) {
  const sent: [string, string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    sent.push([init?.method ?? "GET", new URL(url, "http://x").pathname, JSON.parse(String(init?.body))]);
    return Response.json({ id: uuid(9), confirmed: false });
  });
  const onDone = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LabelForm unit={{ ...unit, ...of }} onDone={onDone} />
    </QueryClientProvider>,
  );
  return { sent, onDone, user: userEvent.setup({ delay: null }) };
}

test("a number key chooses the label and Enter gives it; the unit stays for its confirmation", async () => {
  const { sent, onDone, user } = open();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Give this label/ }).disabled).toBe(true);
  await user.keyboard("{Enter}");
  expect(sent).toEqual([]);
  await user.keyboard("4{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    "POST",
    `/api/v1/tasks/${uuid(1)}/adjudications`,
    { sampleId: uuid(2), criterionId: uuid(3), score: 4, reason: "" },
  ]);
  expect(onDone).not.toHaveBeenCalled();
});

test("after the draft is shown the label is confirmed or changed, by the words on the button, and the next unit follows", async () => {
  const { sent, onDone, user } = open({ mine: { id: uuid(9), firstScore: 4, finalScore: null, reason: "Half" } });
  screen.getByRole("button", { name: /^Confirm 4/ });
  await user.keyboard("2");
  await user.type(screen.getByLabelText("Reason"), " of it");
  await user.click(screen.getByRole("button", { name: /^Change to 2/ }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent[0]).toEqual(["PATCH", `/api/v1/adjudications/${uuid(9)}`, { score: 2, reason: "Half of it" }]);
});

test("digits typed into the reason choose no label", async () => {
  const { user } = open({ mine: { id: uuid(9), firstScore: 4, finalScore: null, reason: "" } });
  await user.type(screen.getByLabelText("Reason"), "2 of 3");
  screen.getByRole("button", { name: /^Confirm 4/ });
});

test("labels are chosen by their place, from 1, and named on the button", async () => {
  const { sent, user } = open({ criterion: { ...unit.criterion, scale: labelled("made up", "out of date") } });
  await user.keyboard("2");
  expect(screen.getByRole("radio", { name: "out of date" }).getAttribute("aria-checked")).toBe("true");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent[0]?.[2]).toMatchObject({ score: 1 }));
});
