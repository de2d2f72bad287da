import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { sessionExpiry } from "@/lib/client/session-expiry";
import { SignInAgain } from "./sign-in-again";
import "./sign-in-banner";

const user = { id: "u1", name: "Ann", email: "ann@example.org" };
let session: { user: typeof user; session: { id: string } } | null;

beforeEach(() => {
  session = { user, session: { id: "s1" } };
  const ways = { password: true, singleSignOn: null };
  vi.stubGlobal("fetch", async (url: string) => Response.json(url.endsWith("/get-session") ? session : ways));
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => sessionExpiry.clear());
});

async function typeUntilTheSessionEnds() {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <textarea aria-label="Work" />
      <SignInAgain />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(client.getQueryData(["session"])).toMatchObject({ user: { email: user.email } }));
  await userEvent.type(screen.getByRole("textbox", { name: "Work" }), "half ");
  act(() => sessionExpiry.report());
  return screen.findByRole("region", { name: "Sign in again" });
}

test("when the session ends, typing continues in the same field and not in the password", async () => {
  const banner = await typeUntilTheSessionEnds();
  await userEvent.keyboard("a thought");
  expect(screen.getByRole("textbox", { name: "Work" })).toHaveProperty("value", "half a thought");
  await userEvent.click(within(banner).getByRole("button", { name: "Sign in" }));
  expect(banner.querySelector("input[type=password]")).toHaveProperty("value", "");
  await userEvent.keyboard("a password");
  expect(banner.querySelector("input[type=password]")).toHaveProperty("value", "a password");
});

test("signing in again in another tab closes the banner at once, and again when this tab is returned to", async () => {
  await typeUntilTheSessionEnds();
  const otherTab = new BroadcastChannel("redline.signed-in");
  otherTab.postMessage(null);
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  otherTab.close();
  act(() => sessionExpiry.report());
  await screen.findByRole("region", { name: "Sign in again" });
  fireEvent.focus(window);
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test("another person's session in another tab does not take over the work", async () => {
  await typeUntilTheSessionEnds();
  session = { user: { ...user, id: "u2", email: "bo@example.org" }, session: { id: "s2" } };
  fireEvent.focus(window);
  await new Promise((resolve) => window.requestAnimationFrame(resolve));
  expect(sessionExpiry.get()).toBe(true);
});
