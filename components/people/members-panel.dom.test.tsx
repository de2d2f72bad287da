import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Person } from "@/lib/domain/project";
import { MembersPanel } from "./members-panel";

afterEach(() => vi.unstubAllGlobals());

const ada: Person = {
  ...{ userId: "a", name: "Ada", email: "ada@example.org", role: "admin" },
  ...{ instanceAdmin: false, hasPassword: true, disabled: false },
};
const ben: Person = { ...ada, userId: "b", name: "Ben", email: "ben@example.org", role: "annotator" };
const cleo: Person = { ...ben, userId: "c", name: "Cleo", email: "cleo@example.org", hasPassword: false };

/** Opens the dialog of a person's link as Ada; returns what is sent. */
async function ask(button: string, person: Person) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    if (method !== "GET") sent.push(`${method} ${url}`);
    if (url.endsWith("/reset-link")) return Response.json({ link: "https://redline.test/set-password?token=t" });
    if (url.includes("get-session")) return Response.json({ user: { ...ada, id: "a" }, session: { id: "s" } });
    return Response.json({ items: url.includes("/people") ? [ada, ben, cleo] : [], nextCursor: null, total: null });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MembersPanel projectId="p" />
    </QueryClientProvider>,
  );
  await screen.findByText("you");
  const row = screen.getByText(person.email).closest("li") ?? document.body;
  await userEvent.click(within(row).getByRole("button", { name: button }));
  return { sent, dialog: within(await screen.findByRole("dialog")) };
}

test("a password link ends a member's sessions and keys: its dialog says so before it is made", async () => {
  const { sent, dialog } = await ask("Password link", ben);
  expect(dialog.getByText(/works once/).textContent).toBe(
    "It works once and lets Ben set a new password. Any sessions and API keys they have end now. The current password works until the link is used.",
  );
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Make a link" }));
  await dialog.findByDisplayValue("https://redline.test/set-password?token=t");
  expect(sent).toEqual(["POST /api/v1/projects/p/people/b/reset-link"]);
});

test("an admin's own link ends their sessions and keys when it is used", async () => {
  const { dialog } = await ask("Password link", ada);
  expect(dialog.getByText(/works once/).textContent).toContain("Your sessions and API keys end when you use it.");
});

test("the dialog of an invitation says nothing of a password that does not exist", async () => {
  const { dialog } = await ask("Invitation link", cleo);
  expect(dialog.getByText(/works once/).textContent).toMatch(/Any sessions and API keys they have end now\.$/);
});
