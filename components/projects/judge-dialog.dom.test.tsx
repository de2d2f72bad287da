import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Judge } from "@/lib/domain/judge";
import { judgeOf, protocolsFixture, versionFixture } from "@/lib/testing/judge-fixture";
import { JudgeDialog } from "./judge-dialog";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

afterEach(() => vi.unstubAllGlobals());

const other = judgeOf({ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0002", name: "Weakling" });

/** Opens the dialog against a server faked at the wire; returns the writes it receives. */
function open(judge: Judge | null = null) {
  const written: { url: string; method: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.body) {
      written.push({ url, method: String(init.method), body: JSON.parse(String(init.body)) as Record<string, unknown> });
      return Response.json(judgeOf({}));
    }
    if (url.endsWith("/protocols")) return Response.json({ items: protocolsFixture });
    if (url.endsWith("/prompts")) return Response.json({ items: [versionFixture] });
    return Response.json({ items: [judgeOf({}), other] });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <JudgeDialog projectId="5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0000" judge={judge} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { written, onClose, user: userEvent.setup({ delay: null }) };
}

const choose = async (user: ReturnType<typeof userEvent.setup>, field: string, option: RegExp) => {
  await user.click(await screen.findByRole("combobox", { name: field }));
  await user.click(await screen.findByRole("option", { name: option }));
};

test("a model is added with its protocol's choices, from a form made of their schema", async () => {
  const { written, onClose, user } = open();
  await choose(user, "Protocol", /^Concrete questions/u);
  await user.click(screen.getByLabelText("Allow tie"));
  await choose(user, "Reference output", /^The sample/u);
  await user.clear(screen.getByLabelText("Samples"));
  await user.type(screen.getByLabelText("Samples"), "5");
  await user.type(screen.getByLabelText("Steps"), "Read it.{Enter}  {Enter}Score it.");
  await choose(user, "Weak writer", /^Weakling/u);
  await user.click(screen.getByRole("button", { name: "Add judge" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written[0]?.body).toMatchObject({
    kind: "endpoint",
    protocol: "camieval-pairwise",
    options: { allowTie: false, reference: "given", samples: 5, steps: ["Read it.", "Score it."] },
    roles: { weak: other.id },
    promptVersionId: null,
  });
});

test("a number outside its range is reported and cannot be saved", async () => {
  const { user } = open();
  await choose(user, "Protocol", /^Concrete questions/u);
  await user.type(screen.getByLabelText("Samples"), "0");
  expect(screen.getByRole("alert").textContent).toBe("At most 9.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add judge" }).disabled).toBe(true);
  await user.clear(screen.getByLabelText("Samples"));
  await user.type(screen.getByLabelText("Samples"), "4");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add judge" }).disabled).toBe(false);
});

test("a judge can use a version of the project's prompts, and loses it when its protocol changes", async () => {
  const { written, onClose, user } = open(judgeOf({}));
  await choose(user, "Prompts", /^Version 1/u);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(written[0]).toMatchObject({ method: "PATCH", body: { promptVersionId: versionFixture.id, protocol: "step-by-step" } });
  await choose(user, "Protocol", /^Concrete questions/u);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(written[1]?.body).toMatchObject({ promptVersionId: null, protocol: "camieval-pairwise" });
});

test("a metric needs only to be chosen, and is named after itself", async () => {
  const { written, onClose, user } = open();
  await user.click(screen.getByLabelText("Metric"));
  await choose(user, "Metric", /^chrF/u);
  await user.click(screen.getByRole("button", { name: "Add judge" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written[0]?.body).toEqual({ kind: "metric", name: "chrF", options: { metric: "chrf" } });
});

test("a panel needs two members", async () => {
  const { written, onClose, user } = open();
  await user.click(screen.getByLabelText("Panel"));
  await user.click(await screen.findByLabelText(/^Llama/u));
  await user.click(screen.getByRole("button", { name: "Add judge" }));
  expect(screen.getByRole("alert").textContent).toBe("Choose at least two members.");
  await user.click(screen.getByLabelText(/^Weakling/u));
  await choose(user, "Combine their scores by", /^Majority/u);
  await user.click(screen.getByRole("button", { name: "Add judge" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written.map(({ body }) => body)).toEqual([
    { kind: "panel", name: "Panel", options: { members: [judgeOf({}).id, other.id], aggregate: "majority" } },
  ]);
});
