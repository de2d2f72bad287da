import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Toaster } from "@/components/ui/toaster";
import { createQueryClient } from "@/lib/client/query-client";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter } from "@/lib/testing/stub-saves";
import { WorkspacePage } from "./workspace-page";

const sampleOf = (n: number, output: string, changes: Partial<OpenedAssignment> = {}): OpenedAssignment => ({
  ...openedAssignment,
  id: `00000000-0000-4000-8000-00000000010${n}`,
  sample: { ...openedAssignment.sample, externalId: String(n), output },
  ...changes,
});
const first = sampleOf(1, "The first answer.");
const ahead = sampleOf(2, "The second answer.", { status: "prepared" });
const begun: OpenedAssignment = { ...ahead, status: "open", progress: { submitted: 1, skipped: 0, total: 7 } };
const other = sampleOf(3, "Another answer.");

/** A server that has the second sample prepared and answers `submit-and-next` when told to. */
function server() {
  const asked: string[] = [];
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    asked.push(url.split("/").at(-1) ?? "");
    if (url.endsWith("/prepare")) return Response.json({ next: ahead });
    if (url.endsWith("/submit-and-next")) return new Promise<Response>((resolve) => (answer = resolve));
    if (url.endsWith("/actions")) {
      const ids = (JSON.parse(String(init?.body)) as { actions: { id: string }[] }).actions.map(({ id }) => id);
      return Response.json({ saved: ids, lastActionId: null, evaluation: { score: 3, complete: true }, leasedUntil: null });
    }
    return Response.json(first);
  });
  return { asked, reply: (body: object, status = 200) => act(async () => answer(Response.json(body, { status }))) };
}

function Page() {
  const [path, setPath] = useState(`/projects/p/annotate/${first.id}`);
  window.history.pushState = (_, __, to) => setPath(String(to));
  return (
    <AppRouterContext.Provider value={stubRouter(vi.fn())}>
      <PathnameContext.Provider value={path}>
        <QueryClientProvider client={createQueryClient()}>
          <WorkspacePage projectId="p" />
          <Toaster />
        </QueryClientProvider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>
  );
}

const { pushState } = window.history;
beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.pushState = pushState;
});

const seen = (text: string) => screen.getAllByText(text).some((element) => element.closest("[style*='display: none']") === null);

/** Decides everything in the first sample and presses Enter; the next is on the screen before the server has answered. */
async function submitFirst() {
  const { asked, reply } = server();
  render(<Page />);
  await screen.findByText("The first answer.");
  expect(asked).not.toContain("prepare");
  await userEvent.keyboard("a4ad");
  await waitFor(() => expect(asked).toContain("prepare"));
  await userEvent.keyboard("{Enter}5{Enter}");
  await waitFor(() => expect(asked).toContain("submit-and-next"));
  expect(seen("The second answer.")).toBe(true);
  expect(seen("The first answer.")).toBe(false);
  return { asked, reply };
}
const savesOf = (asked: string[]) => asked.filter((path) => path === "actions").length;

describe("the sample prepared while the one before is worked on", () => {
  test("is on the screen at once, and keys pressed before the server has begun it act in their order once it has", async () => {
    const { asked, reply } = await submitFirst();
    const saves = savesOf(asked);
    await userEvent.keyboard("a4");
    expect(screen.getAllByRole("listitem", { name: "Conclusion, not decided" }).length).toBeGreaterThan(0);
    expect(savesOf(asked)).toBe(saves);
    await reply({ next: begun, why: null, gate: null });
    expect(screen.getByText("2 of 7")).toBeDefined();
    expect(screen.queryByText("The first answer.")).toBeNull();
    expect(await screen.findByRole("listitem", { name: "Conclusion, Accepted" })).toBeDefined();
    await waitFor(() => expect(savesOf(asked)).toBeGreaterThan(saves));
    expect(asked.filter((path) => path === "submit-and-next")).toHaveLength(1);
  });

  test("keeps arrows on score buttons, and the key that chooses one, until the server has begun it", async () => {
    const { asked, reply } = await submitFirst();
    const saves = savesOf(asked);
    await userEvent.keyboard("jr{ArrowRight}{ArrowRight}{ArrowLeft} ");
    expect(savesOf(asked)).toBe(saves);
    await reply({ next: begun, why: null, gate: null });
    await waitFor(() => expect(screen.getByRole("radio", { checked: true }).getAttribute("aria-label")).toMatch(/^3/));
    expect(asked.filter((path) => path === "submit-and-next")).toHaveLength(1);
  });

  test("keeps the text typed into a line's editor, and its letters run no commands", async () => {
    const { reply } = await submitFirst();
    await userEvent.keyboard("r, shad{Backspace}y");
    await reply({ next: begun, why: null, gate: null });
    const editor = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "New text" });
    await waitFor(() => expect(editor.value).toMatch(/, shay$/));
    expect(screen.queryAllByRole("listitem", { name: /Accepted|Removed/ })).toEqual([]);
  });

  test("keeps the number that chooses a reason for skipping; it is no score", async () => {
    const { asked, reply } = await submitFirst();
    const saves = savesOf(asked);
    await userEvent.keyboard("s2");
    await reply({ next: begun, why: null, gate: null });
    await waitFor(() => expect(asked).toContain("skip"));
    expect(savesOf(asked)).toBe(saves);
  });

  test("keeps clicks with the keys, in their order, until the server has begun it", async () => {
    const { asked, reply } = await submitFirst();
    const saves = savesOf(asked);
    const lines = () => screen.getAllByRole("listitem").map((line) => line.getAttribute("aria-label"));
    const before = lines();
    const line = (name: string) => screen.getAllByRole("listitem", { name })[0] as HTMLElement;
    await userEvent.click(line("Evidence, not decided"));
    await userEvent.keyboard("d");
    await userEvent.click(line("Conclusion, not decided"));
    await userEvent.click(screen.getByRole("button", { name: /^Accept/ }));
    await userEvent.click(screen.getByRole("radio", { name: /^4/ }));
    expect([lines(), savesOf(asked)]).toEqual([before, saves]);
    await reply({ next: begun, why: null, gate: null });
    expect(await screen.findByRole("listitem", { name: "Conclusion, Accepted" })).toBeDefined();
    expect(await screen.findByRole("listitem", { name: "Evidence, Removed" })).toBeDefined();
    await waitFor(() => expect(screen.getByRole("radio", { name: /^4/ }).getAttribute("aria-checked")).toBe("true"));
    expect(asked.filter((path) => path === "submit-and-next")).toHaveLength(1);
  });

  test("gives way to the submitted sample if that could not be submitted, which says why and is as it was", async () => {
    const { reply } = await submitFirst();
    await reply({ error: { code: "conflict", message: "Not finished yet: Analogy." } }, 409);
    await screen.findByText("Not finished yet: Analogy.");
    expect(seen("The first answer.")).toBe(true);
    expect(screen.queryByText("The second answer.")).toBeNull();
    await userEvent.keyboard("[[");
    expect(screen.getByRole("listitem", { name: "Evidence, Removed" })).toBeDefined();
  });

  test("gives way to another sample, with a notice, if something else comes next by then", async () => {
    const { reply } = await submitFirst();
    await reply({ next: other, why: null, gate: null });
    await screen.findByText("What comes next has changed: this is another sample.");
    expect(seen("Another answer.")).toBe(true);
    expect(screen.queryByText("The second answer.")).toBeNull();
  });
});
