import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Account } from "@/lib/domain/account";
import { AccountMenu } from "./account-menu";

afterEach(() => vi.unstubAllGlobals());

const zoe: Account = {
  ...{ userId: "z", name: "Zoe", email: "zoe@example.org" },
  ...{ instanceAdmin: false, hasPassword: true, disabled: false },
};

/** Opens the account's menu and chooses one of its entries; returns what is sent to the server, which answers with this status. */
async function choose(entry: string, account: Account = zoe, status = 200) {
  const sent: { request: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    sent.push({ request: `${method} ${url}`, body: typeof body === "string" ? JSON.parse(body) : null });
    const refusal = { error: { code: "conflict", message: "Zoe is the last administrator.", requestId: "r" } };
    return Response.json(status === 200 ? account : refusal, { status });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AccountMenu account={account} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: `Account of ${account.name}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
  return sent;
}
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("an account is disabled only after a dialog that says what ends", async () => {
  const sent = await choose("Disable account…");
  const dialog = within(await screen.findByRole("dialog", { name: "Disable the account of Zoe" }));
  expect(dialog.getByText(/Their API keys end for good/)).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Disable account" }));
  await gone();
  expect(sent).toEqual([{ request: "PATCH /api/v1/accounts/z", body: { disabled: true } }]);
});

test("cancelling disables nothing, and a refusal is shown in the dialog", async () => {
  const sent = await choose("Disable account…", zoe, 409);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Disable account" }));
  expect(await dialog.findByText("Zoe is the last administrator.")).toBeDefined();
  expect(sent).toHaveLength(1);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await gone();
  expect(sent).toHaveLength(1);
});

test("a disabled account is enabled at once, and offered nothing that disables it again", async () => {
  const sent = await choose("Enable account", { ...zoe, disabled: true });
  await waitFor(() => expect(sent).toEqual([{ request: "PATCH /api/v1/accounts/z", body: { disabled: false } }]));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Account of Zoe" }));
  expect(screen.getAllByRole("menuitem").map((entry) => entry.textContent)).toEqual(["Enable account", "Delete account…"]);
});

test("an account is deleted only when its e-mail address has been typed, which is sent along", async () => {
  const sent = await choose("Delete account…");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete the account of Zoe" }));
  const address = dialog.getByRole("textbox", { name: "Type “zoe@example.org” to confirm" });
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete account" });
  await userEvent.type(address, "Zoe");
  expect(button.disabled).toBe(true);
  await userEvent.clear(address);
  await userEvent.type(address, "zoe@example.org");
  expect(sent).toEqual([]);
  await userEvent.click(button);
  await gone();
  expect(sent).toEqual([{ request: "DELETE /api/v1/accounts/z", body: { confirmEmail: "zoe@example.org" } }]);
});
