import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { ApiKey } from "@/lib/domain/api-key";
import { ApiKeyList } from "./api-key-list";
import { ApiKeysPanel } from "./api-keys-panel";

afterEach(() => vi.unstubAllGlobals());

const nightly: ApiKey = {
  ...{ id: "n", name: "nightly export", start: "rl_nig", scopes: ["read", "write"] },
  ...{ createdAt: "2026-01-02T09:00:00Z", lastUsedAt: "2026-02-03T09:00:00Z", expiresAt: "2099-03-04T09:00:00Z" },
  owner: { userId: "a", name: "Ada", email: "ada@example.org" },
};
const ended: ApiKey = { ...nightly, id: "e", name: "pilot", lastUsedAt: null, expiresAt: "2026-01-05T09:00:00Z", scopes: ["annotate"] };
const endless: ApiKey = { ...ended, id: "x", name: "nightly export", expiresAt: null, owner: { ...nightly.owner, name: "Ben" } };

/** A server that keeps these keys; `sent` is what it was asked to change. */
function serve(keys: ApiKey[]) {
  const sent: { request: string; body: unknown }[] = [];
  let kept = keys;
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Response.json({ items: kept, nextCursor: null, total: kept.length });
    sent.push({ request: `${method} ${url}`, body: typeof body === "string" ? JSON.parse(body) : null });
    if (method === "POST") return Response.json({ apiKey: nightly, key: "rl_nightly_secret" });
    kept = kept.filter(({ id }) => !url.endsWith(`/${id}`));
    return Response.json({ ok: true });
  });
  return sent;
}
const show = (page: ReactNode) => render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);
const names = () => screen.queryAllByRole("listitem").map((row) => row.querySelector("p")?.textContent);

test("a new key may only read and ends after 90 days unless its maker says otherwise; it is shown until it is put away", async () => {
  const sent = serve([]);
  show(<ApiKeysPanel />);
  await screen.findByText("You have no keys.");
  const create = screen.getByRole<HTMLButtonElement>("button", { name: "Create key" });
  expect(create.disabled).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "What it is for" }), "nightly export");
  await userEvent.click(create);
  expect(await screen.findByText("rl_nightly_secret")).toBeDefined();
  expect(sent).toEqual([{ request: "POST /api/v1/api-keys", body: { name: "nightly export", scopes: ["read"], expiresInDays: 90 } }]);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("rl_nightly_secret")).toBeNull();
});

test("scopes and lifetime are those chosen, and a key without a scope cannot be created", async () => {
  const sent = serve([]);
  show(<ApiKeysPanel />);
  await userEvent.type(screen.getByRole("textbox", { name: "What it is for" }), "for ever");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Read/ }));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Create key" }).disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: /^Write/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /^Annotate/ }));
  await userEvent.click(screen.getByRole("combobox", { name: "Good for" }));
  await userEvent.click(screen.getByRole("option", { name: "no end" }));
  await userEvent.click(screen.getByRole("button", { name: "Create key" }));
  await screen.findByText("rl_nightly_secret");
  expect(sent.map(({ body }) => body)).toEqual([{ name: "for ever", scopes: ["annotate", "write"], expiresInDays: null }]);
});

test("a list shows each key's scopes, end and last use, and revokes the key of its own row", async () => {
  const sent = serve([nightly, ended]);
  show(<ApiKeysPanel />);
  const row = (await screen.findByText("nightly export")).closest("li");
  expect(row?.textContent).toBe("nightly exportrl_nig…readwriteuntil 4 Mar 2099used 3 Feb 2026Revoke");
  expect(screen.getByText("pilot").closest("li")?.textContent).toBe("pilotrl_nig…annotateexpired 5 Jan 2026never usedRevoke");
  await userEvent.click(screen.getByRole("button", { name: "Revoke pilot" }));
  await waitFor(() => expect(names()).toEqual(["nightly export"]));
  expect(sent).toEqual([{ request: "DELETE /api/v1/api-keys/e", body: null }]);
});

test("where keys belong to several people, each row names its owner", async () => {
  const sent = serve([]);
  show(<ApiKeyList keys={[nightly, endless]} owners />);
  const [first, second] = screen.getAllByRole("listitem");
  expect(within(first ?? document.body).getByText("Ada")).toBeDefined();
  expect(second?.textContent).toContain("no end");
  await userEvent.click(screen.getByRole("button", { name: "Revoke nightly export of Ben" }));
  await waitFor(() => expect(sent.map(({ request }) => request)).toEqual(["DELETE /api/v1/api-keys/x"]));
});
