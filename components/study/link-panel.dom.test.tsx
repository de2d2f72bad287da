import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { type Participation, saveLinkBody } from "@/lib/domain/participation";
import { LinkPanel } from "./link-panel";

afterEach(() => vi.unstubAllGlobals());

const url = "https://redline.example/take-part/token";
const person = { serviceStudy: null, annotatorId: null, joinedAt: "2026-11-22T10:00:00.000Z" };

/** The panel over a server that keeps what is saved. */
function open(first: Participation) {
  let held = first;
  const sent: [string, string, unknown][] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? "null"));
    if (init.method !== "GET") sent.push([init.method ?? "", address.replace(/^.*\/plan/u, ""), body]);
    if (init.method === "PUT") held = { ...held, link: { ...body, url } };
    return Response.json(held);
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LinkPanel taskId="00000000-0000-4000-8000-000000000001" />
    </QueryClientProvider>,
  );
  return { sent, user: userEvent.setup({ delay: null }) };
}

test("a researcher makes a link, and saves codes and a return address that must be one", async () => {
  const { sent, user } = open({ link: null, participants: [] });
  await user.click(await screen.findByRole("button", { name: "Make a link" }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Link;/)).value).toBe(`${url}?participant=`);
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save the link" });
  expect(save.disabled).toBe(true);
  await user.type(screen.getByLabelText("Completion code"), "DONE");
  await user.type(screen.getByLabelText("Return address"), "service.example");
  expect(await screen.findByText("Enter an address that begins with https://.")).toBeTruthy();
  expect(save.disabled).toBe(true);
  await user.clear(screen.getByLabelText("Return address"));
  await user.type(screen.getByLabelText("Return address"), "https://service.example");
  await user.click(screen.getByRole("checkbox"));
  await user.click(save);
  await waitFor(() =>
    expect(sent.at(-1)).toEqual([
      "PUT",
      "/link",
      { ...saveLinkBody.parse({}), completionCode: "DONE", returnUrl: "https://service.example", open: false },
    ]),
  );
});

test("the panel lists who came, with their code, outcome and progress", async () => {
  open({
    link: { ...saveLinkBody.parse({}), url },
    participants: [
      { ...person, externalId: "w1", code: "P1", outcome: "completed", ratings: 5, submitted: 5 },
      { ...person, externalId: "w2", code: "P2", outcome: null, ratings: 7, submitted: 3 },
    ],
  });
  const table = await screen.findByRole("table", { name: "People who came through the link" });
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows[1]).toMatch(/^w1P1.*completed5 of 5$/u);
  expect(rows[2]).toMatch(/^w2P2.*not finished3 of 7$/u);
});
