import { QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { SignInForm } from "./sign-in-form";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("what is typed before the page has loaded is signed in with, and is never sent as part of an address", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({});
  });
  const ways = { password: true, passkey: "off" as const, singleSignOn: null };
  const page = (
    <QueryClientProvider client={createQueryClient()}>
      <SignInForm ways={ways} next={null} onSignedIn={vi.fn()} />
    </QueryClientProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  expect(container.querySelector("form")?.method).toBe("post");
  screen.getByRole<HTMLInputElement>("textbox", { name: "E-mail" }).value = "ann@example.org";
  await act(async () => hydrateRoot(container, page));
  await userEvent.type(screen.getByLabelText("Password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(sent).toMatchObject([{ email: "ann@example.org", password: "a password" }]));
});
