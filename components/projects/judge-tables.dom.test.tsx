import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { EndpointSummary } from "@/lib/domain/endpoint";
import type { ModelPrice } from "@/lib/domain/model-price";
import { judgeOf } from "@/lib/testing/judge-fixture";
import { judgeSentence } from "../words/judge-words";
import { EndpointLimits } from "./endpoint-limits";
import { ExamplesField } from "./examples-field";
import { JudgeRow } from "./judge-row";
import { ModelPrices } from "./model-prices";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => vi.unstubAllGlobals());

const price: ModelPrice = { model: "org/big", inputPriceUsd: 1, outputPriceUsd: 4, updatedAt: "2026-01-05T10:00:00.000Z", updatedBy: null };
const server: EndpointSummary = {
  baseUrl: "http://127.0.0.1:8000/v1",
  requestsPerMinute: 60,
  tokensPerMinute: null,
  concurrency: null,
  inForce: { requestsPerMinute: 60, tokensPerMinute: 9000, concurrency: null },
  judges: [{ id: "j", name: "Llama" }],
};

function wire(instanceAdmin: boolean) {
  const written: unknown[][] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method !== undefined && init.method !== "GET") {
      written.push([init.method, url, init.body === undefined ? null : JSON.parse(String(init.body))]);
      return Response.json(url.includes("model-prices") ? price : server);
    }
    if (url.includes("get-session"))
      return Response.json({ user: { id: "u", name: "U", email: "u@x", role: instanceAdmin ? "admin" : null }, session: { id: "s" } });
    return Response.json({ items: url.endsWith("/endpoints") ? [server] : [price] });
  });
  return written;
}

const show = (element: React.ReactNode) => {
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>);
  return userEvent.setup({ delay: null });
};

test("an administrator of the installation changes prices in place; a name with a slash is one name", async () => {
  const written = wire(true);
  const user = show(<ModelPrices />);
  const input = await screen.findByLabelText("Price in of org/big");
  await user.clear(input);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await user.type(input, "2.5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(written).toEqual([["PUT", "/api/v1/model-prices/org%2Fbig", { inputPriceUsd: 2.5, outputPriceUsd: 4 }]]));
  await user.type(screen.getByLabelText("Model, or how its name begins"), "llama");
  await user.type(screen.getByLabelText("Price in of a new model"), "0");
  await user.type(screen.getByLabelText("Price out of a new model"), "0{Enter}");
  await waitFor(() => expect(written.at(-1)).toEqual(["PUT", "/api/v1/model-prices/llama", { inputPriceUsd: 0, outputPriceUsd: 0 }]));
  await user.click(screen.getByRole("button", { name: "Remove the price of org/big" }));
  await waitFor(() => expect(written.at(-1)).toEqual(["DELETE", "/api/v1/model-prices/org%2Fbig", null]));
});

test("everybody else can read prices but not change them", async () => {
  wire(false);
  show(<ModelPrices />);
  await screen.findByText("org/big");
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("limits of a server are saved together; an empty field is no limit", async () => {
  const written = wire(true);
  const user = show(<EndpointLimits projectId="p" />);
  const requests = await screen.findByLabelText("Requests per minute");
  expect(screen.getByRole("form", { name: server.baseUrl }).textContent).toContain("Llama");
  screen.getByText("Another project states stricter limits for this server: tokens per minute 9,000.");
  await user.clear(requests);
  await user.type(screen.getByLabelText("Concurrent requests"), "0");
  screen.getByText("A whole number, at least 1.");
  await user.clear(screen.getByLabelText("Concurrent requests"));
  await user.type(screen.getByLabelText("Concurrent requests"), "8");
  await user.click(screen.getByRole("button", { name: "Save limits" }));
  const body = { baseUrl: server.baseUrl, requestsPerMinute: null, tokensPerMinute: null, concurrency: 8 };
  await waitFor(() => expect(written).toEqual([["PUT", "/api/v1/projects/p/endpoints", body]]));
});

test("scored examples are written as a protocol reads them, without what was left empty", async () => {
  const onChange = vi.fn();
  const user = show(<ExamplesField label="Examples" value={[]} onChange={onChange} />);
  await user.click(screen.getByRole("button", { name: "Add an example" }));
  await user.type(screen.getByLabelText("Input"), "Why?");
  await user.type(screen.getByLabelText("Output"), "So.");
  await user.type(screen.getByLabelText("Criterion, score 1 of example 1"), "Clarity");
  await user.type(screen.getByLabelText("Score, score 1 of example 1"), "2.5");
  await user.click(screen.getByRole("button", { name: "Add a score" }));
  expect(onChange).toHaveBeenLastCalledWith([{ input: "Why?", output: "So.", scores: [{ criterion: "Clarity", score: 2.5 }] }]);
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test("a judge is described in a sentence that names a panel's members", () => {
  const [a, b] = [judgeOf({}), judgeOf({ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0002", name: "Qwen" })];
  const panel = judgeOf({ kind: "panel", options: { members: [a.id, b.id], aggregate: "median" } });
  expect(judgeSentence(panel, [a, b])).toBe("The median of “Llama”, “Qwen”.");
  expect(judgeSentence(panel, [a])).toBe("The median of “Llama”, a deleted judge.");
  expect(judgeSentence(judgeOf({ kind: "metric", options: { metric: "chrf" } }), [])).toBe("chrF, computed without a model.");
});

test("an archived judge can only be restored", async () => {
  const written = wire(true);
  const judge = judgeOf({ archivedAt: "2026-01-05T10:00:00.000Z" });
  const user = show(<JudgeRow judge={judge} all={[judge]} onEdit={vi.fn()} />);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Restore"]);
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(written).toEqual([["PATCH", `/api/v1/judges/${judge.id}`, { archived: false }]]));
});

test("a judge names the other judge that takes a role in its protocol", async () => {
  wire(true);
  const weak = judgeOf({ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0002", name: "Weakling" });
  const judge = judgeOf({ roles: { weak: weak.id } });
  show(<JudgeRow judge={judge} all={[judge, weak]} onEdit={vi.fn()} />);
  await screen.findByText(/^Asked by .* with “Weakling”, with the built-in prompts$/u);
});
