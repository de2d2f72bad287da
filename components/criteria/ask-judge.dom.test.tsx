import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Judge } from "@/lib/domain/judge";
import type { PromptVersionRow } from "@/lib/domain/prompt-version";
import { judgeOf, versionFixture } from "@/lib/testing/judge-fixture";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { AskJudge } from "./ask-judge";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });
afterEach(() => vi.unstubAllGlobals());

const vectors = judgeOf({ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0005", name: "Vectors", model: "big-vectors" });

function open({ judges = [judgeOf({})], versions = [] }: { judges?: Judge[]; versions?: PromptVersionRow[] } = {}) {
  const asked: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.body) {
      asked.push({ url, body: JSON.parse(String(init.body)) });
      return Response.json({ id: "run-1" });
    }
    if (url.includes("/prompts")) return Response.json({ items: versions });
    return Response.json({ items: url.includes("/judges") ? judges : [] });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AskJudge candidates={[]} task={fixtureTask()} busy={false} onProposal={vi.fn()} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const dialog = async (button: string) => {
    const isReady = () => expect(screen.getByRole<HTMLButtonElement>("button", { name: button }).disabled).toBe(false);
    await waitFor(isReady);
    await user.click(screen.getByRole("button", { name: button }));
    return within(await screen.findByRole("dialog", { name: "Ask for a proposal of criteria" }));
  };
  return { asked, user, dialog };
}

test("by default a judge is asked for a proposal with some further lists", async () => {
  const { asked, user, dialog } = open();
  await user.click((await dialog("Ask Llama")).getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked).toEqual([
    {
      url: expect.stringMatching(/\/tasks\/[^/]+\/runs$/u),
      body: { judgeId: judgeOf({}).id, kind: "criteria", proposal: { samples: 10, temperature: 0.7 } },
    },
  ]);
});

test("how many lists, their temperature and the embeddings model can be chosen", async () => {
  const { asked, user, dialog } = open();
  const form = await dialog("Ask Llama");
  const fill = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.type(form.getByLabelText(label), text);
  };
  await fill("Further lists", "5");
  await fill("Their temperature", "0.4");
  await fill("Embeddings model", "small-vectors");
  await user.click(form.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ proposal: { samples: 5, temperature: 0.4, embeddingsModel: "small-vectors" } });
});

test("without further lists there are no options for comparing them", async () => {
  const { asked, user, dialog } = open();
  const form = await dialog("Ask Llama");
  await user.clear(form.getByLabelText("Further lists"));
  await user.type(form.getByLabelText("Further lists"), "0");
  expect(form.queryByLabelText("Their temperature")).toBeNull();
  expect(form.queryByLabelText("Embeddings model")).toBeNull();
  await user.click(form.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ proposal: { samples: 0 } });
});

test("more lists than can be asked for are refused at the field", async () => {
  const { user, dialog } = open();
  const form = await dialog("Ask Llama");
  await user.type(form.getByLabelText("Further lists"), "0");
  form.getByText("A whole number from 0 to 20.");
  expect(form.getByRole<HTMLButtonElement>("button", { name: "Ask" }).disabled).toBe(true);
});

test("the judge for embeddings is named, and an empty field means its model", async () => {
  const { dialog } = open({ judges: [judgeOf({ roles: { embedding: vectors.id } }), vectors] });
  const form = await dialog("Ask a judge");
  form.getByText("It computes embeddings of the criteria on the server of Vectors. If empty: big-vectors.");
});

test("the project's prompt version is the default, and another can be chosen", async () => {
  const own = { ...versionFixture, protocol: "criteria-proposal", version: 2, judges: [] };
  const { asked, user, dialog } = open({ versions: [own] });
  const form = await dialog("Ask Llama");
  const wording = await form.findByRole("combobox", { name: "Wording" });
  expect(wording.textContent).toBe("Version 2, the newest");
  await user.click(wording);
  await user.click(await screen.findByRole("option", { name: "Built-in" }));
  await user.click(form.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ proposal: { promptVersionId: null } });
});

test("a proposal may be allowed to use labels", async () => {
  const { asked, user, dialog } = open();
  const form = await dialog("Ask Llama");
  await user.click(form.getByRole("checkbox", { name: "Criteria may have labels in place of numbers" }));
  await user.click(form.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ proposal: { labels: true } }));
});
