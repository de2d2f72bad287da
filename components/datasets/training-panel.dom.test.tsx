import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { ExportPanel } from "./export-panel";

afterEach(() => vi.unstubAllGlobals());

/** Two lists load one after the other, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 15_000 });

const pairs = { id: "t1", name: "Pairs", kind: "pairwise", counts: { samples: 3 } };
const answers = { id: "t2", name: "Answers", kind: "pointwise", counts: { samples: 3 } };
const judges = [
  { name: "J", protocol: "critique" },
  { name: "K", protocol: "direct" },
];

const split = (lines: number, swapped = 0) => ({ inputs: lines, lines, swapped });
const manifest = {
  counts: { train: split(12), validation: split(1, 1), test: split(0) },
  candidates: 16,
  dropped: [
    { filter: "tie", count: 3, meaning: "The source calls it a tie." },
    { filter: "image", count: 0, meaning: "The sample has an image." },
  ],
};

function open(tasks: object[], manifestReply: () => Response = () => Response.json(manifest)) {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/training-exports?")) return manifestReply();
    if (url.includes("/prepared-exports")) return Response.json({ items: [] });
    return Response.json({ items: url.endsWith("/tasks") ? tasks : judges });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportPanel projectId="p" />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** The query parameters of a file's link. */
const queryOf = (file: string) =>
  Object.fromEntries(new URL(screen.getByRole("link", { name: `Download ${file}` }).getAttribute("href") ?? "", "http://x").searchParams);

const optionsOf = async (user: ReturnType<typeof userEvent.setup>, field: string) => {
  await user.click(await screen.findByRole("combobox", { name: field }));
  return screen.getAllByRole("option").map((option) => option.textContent);
};

test("preference pairs of a task are four files, by gold label unless another source is chosen", async () => {
  const user = open([pairs, answers]);
  await screen.findByRole("link", { name: "Download train.jsonl" });
  expect(queryOf("manifest.json")).toEqual({ task: "t1", format: "dpo", source: "gold", reversed: "false", split: "manifest" });
  await user.click(screen.getByRole("checkbox", { name: /Reversed/u }));
  expect(await optionsOf(user, "Whose preference")).toEqual(["Gold labels", "Annotators", "Judge J", "Judge K"]);
  await user.click(screen.getByRole("option", { name: "Judge K" }));
  expect(queryOf("test.jsonl")).toEqual({ task: "t1", format: "dpo", source: "judge:K", reversed: "true", split: "test" });
});

test("critiques come from judges that write them, with outputs swapped as well unless that is unticked", async () => {
  const user = open([pairs]);
  await user.click(await screen.findByRole("combobox", { name: "Shape" }));
  await user.click(screen.getByRole("option", { name: /Supervised/u }));
  expect(await optionsOf(user, "Whose critiques")).toEqual(["All judges", "Annotators", "Judge J"]);
  await user.keyboard("{Escape}");
  expect(queryOf("train.jsonl")).toEqual({ task: "t1", format: "sft", source: "judges", swap: "true", split: "train" });
  await user.click(screen.getByRole("checkbox", { name: /outputs swapped/u }));
  expect(queryOf("train.jsonl")).toMatchObject({ swap: "false" });
});

test("single outputs have no gold labels", async () => {
  const user = open([answers]);
  expect(await optionsOf(user, "Whose preference")).toEqual(["Annotators", "Judge J", "Judge K"]);
});

test("a project without a task has no training data to offer", async () => {
  open([]);
  await screen.findByRole("heading", { name: "Download" });
  expect(screen.queryByText("Training data")).toBeNull();
});

test("each file shows what it would contain, and what is left out has a reason", async () => {
  open([pairs]);
  await screen.findByText("12 lines of 12 inputs");
  screen.getByText("1 line of 1 input, 1 of them swapped");
  screen.getByText("0 lines of 0 inputs");
  screen.getByText("3 candidates of 16 left out:");
  screen.getByText("3: The source calls it a tie.");
  expect(screen.queryByText(/has an image/u)).toBeNull();
});

test("if nothing can be exported, the reason replaces the downloads until something else is chosen", async () => {
  let refused = true;
  const error = { code: "conflict", message: '"Answers" has no published criteria, so there are no ratings yet.', requestId: "r" };
  const user = open([answers], () => (refused ? Response.json({ error }, { status: 409 }) : Response.json(manifest)));
  expect((await screen.findByText(/Nothing can be exported yet/u)).textContent).toContain("has no published criteria");
  expect(screen.queryByRole("link", { name: /train\.jsonl/u })).toBeNull();
  refused = false;
  await user.click(screen.getByRole("combobox", { name: "Whose preference" }));
  await user.click(screen.getByRole("option", { name: "Judge J" }));
  await screen.findByRole("link", { name: "Download train.jsonl" });
});
