import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { PromptVersionRow, ProtocolDescription } from "@/lib/domain/prompt-version";
import { protocolsFixture, versionFixture } from "@/lib/testing/judge-fixture";
import { PromptsPanel } from "./prompts-panel";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => vi.unstubAllGlobals());

function open(search = "", editable = true, more: { protocols?: ProtocolDescription[]; versions?: PromptVersionRow[] } = {}) {
  const written: unknown[] = [];
  const { protocols = protocolsFixture, versions = [versionFixture] } = more;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.body) {
      const body = JSON.parse(String(init.body)) as { texts: Record<string, string> };
      written.push(body);
      if (!body.texts.criterion?.includes("{{output}}")) {
        const issues = [{ path: "texts.criterion", message: "{{output}} is required." }];
        return Response.json(
          { error: { code: "invalid_input", message: "refused", details: { issues }, requestId: "r" } },
          { status: 422 },
        );
      }
      const saved = { ...versionFixture, ...body, version: 2, hash: "0000000b" };
      versions.unshift(saved);
      return Response.json(saved);
    }
    return Response.json({ items: url.endsWith("/protocols") ? protocols : versions });
  });
  render(
    <NuqsTestingAdapter searchParams={search} hasMemory>
      <QueryClientProvider client={createQueryClient()}>
        <PromptsPanel projectId={versionFixture.projectId} editable={editable} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return { written, user: userEvent.setup({ delay: null }) };
}

const panel = async (title: string) => (await screen.findByRole("heading", { name: title })).closest("section") ?? document.body;

test("the built-in prompts can be read, with an explanation of each placeholder", async () => {
  open("", false);
  expect((await panel("One criterion")).querySelector("pre")?.textContent).toBe("Judge {{output}}.");
  within(await panel("One criterion")).getByText("the output to judge, between tags (required)");
  expect(screen.queryByRole("button", { name: "Write a new version" })).toBeNull();
});

test("a link leads to the wording that a run was asked with, and it can be compared with another", async () => {
  const { user } = open("?protocol=step-by-step&wording=0000000a");
  expect((await panel("Who the judge is")).textContent).toContain("strictly");
  screen.getByText(/Used by Llama\./u);
  await user.click(screen.getByRole("combobox", { name: "Compare with" }));
  await user.click(await screen.findByRole("option", { name: "Built-in" }));
  const [inserted] = within(await panel("Who the judge is")).getAllByRole("insertion");
  expect(inserted?.textContent?.trim()).toBe("strictly");
  expect((await panel("One criterion")).textContent).toContain("The same in both.");
});

test("a wording that is not stored is reported as such", async () => {
  open("?protocol=step-by-step&wording=ffffffff");
  await screen.findByText(/The wording ffffffff is neither the current built-in one nor a version of this project/u);
});

test("an edit is refused at the prompt that is wrong, and saved as the next version once it is right", async () => {
  const { written, user } = open();
  await user.click(await screen.findByRole("button", { name: "Write a new version" }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("One criterion");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save as a new version" }).disabled).toBe(true);
  await user.clear(field);
  await user.type(field, "Judge it.");
  await user.click(screen.getByRole("button", { name: "Save as a new version" }));
  expect(await screen.findByText("{{output}} is required.")).toBeDefined();
  await user.clear(field);
  await user.type(field, "Judge {{{{output}} well.");
  await user.type(screen.getByLabelText("What changed"), "well");
  await user.click(screen.getByRole("button", { name: "Save as a new version" }));
  expect((await panel("One criterion")).textContent).toContain("Judge {{output}} well.");
  expect(written.at(-1)).toEqual({
    protocol: "step-by-step",
    texts: { system: "You evaluate one text.", criterion: "Judge {{output}} well." },
    note: "well",
  });
});

test("the prompts for proposing criteria can be rewritten, and the newest version is used", async () => {
  const [first] = protocolsFixture;
  const proposal = { ...(first ?? expect.unreachable()), name: "criteria-proposal", title: "Criteria proposal", taskKinds: [] };
  const version = (number: number, hash: string) => ({ ...versionFixture, protocol: proposal.name, version: number, hash, judges: [] });
  const { user } = open("?protocol=criteria-proposal&wording=0000000d", true, {
    protocols: [...protocolsFixture, proposal],
    versions: [version(2, "0000000d"), version(1, "0000000c")],
  });
  await screen.findByText(/Used for proposals of criteria\./u);
  screen.getByRole("button", { name: "Write a new version" });
  await user.click(screen.getByRole("combobox", { name: "Wording" }));
  await user.click(await screen.findByRole("option", { name: /^Version 1/u }));
  await screen.findByText(/Replaced by a later version\./u);
});
