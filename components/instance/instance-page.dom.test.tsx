import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { InstanceState } from "@/lib/domain/instance";
import { InstancePage } from "./instance-page";

const figure = (name: string, value: number, labels?: Record<string, string>) => ({
  name: `redline_${name}`,
  help: "",
  value,
  ...(labels && { labels }),
});
const projectId = "5b2f6d6e-8a68-4c0e-9f3a-0d5a3f7f2b11";
const state: InstanceState = {
  readAt: "2026-11-23T12:00:00.000Z",
  figures: [
    figure("workers", 0),
    figure("worker_heartbeat_age_seconds", 300),
    figure("disk_free_bytes", 1e9),
    figure("disk_bytes", 100e9),
    figure("database_connections", 20),
    figure("database_connections_allowed", 97),
    figure("database_bytes", 50e6),
    figure("table_bytes", 10e6, { table: "exchanges" }),
    figure("queue_jobs", 7, { kind: "draft-judge", state: "waiting" }),
    figure("queue_jobs", 2, { kind: "draft-judge", state: "running" }),
    figure("queue_jobs", 1, { kind: "draft-judge", state: "failing" }),
    figure("queue_oldest_seconds", 600, { kind: "draft-judge" }),
    figure("work_runs", 3, { kind: "unit" }),
    figure("work_units", 1234, { kind: "unit" }),
  ],
  workers: [],
  slowStatements: [{ statement: "select $1", calls: 1500, meanMs: 2.25, totalMs: 3375 }],
  projects: [{ projectId, name: "Birds", samplesBytes: 2e6, draftsBytes: 1e6, exchangesBytes: 5e6, workBytes: 0, filesBytes: 0 }],
  retention: { exchanges: null, deliveries: 30, logs: 45 },
};

let instanceAdmin = true;
let saved: unknown = null;
beforeEach(() => {
  instanceAdmin = true;
  saved = null;
  vi.stubGlobal("fetch", async (address: string | URL, init?: RequestInit) => {
    if (String(address).includes("/instance/retention")) {
      saved = JSON.parse(String(init?.body));
      return Response.json(saved);
    }
    if (String(address).includes("/instance")) return Response.json(state);
    return Response.json({
      user: { id: "u", name: "Ada", email: "ada@example.org", instanceAdmin, role: instanceAdmin ? "admin" : "user" },
      session: { id: "s" },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <InstancePage />
    </QueryClientProvider>,
  );

test("the figures of /metrics are where they belong, and what is wrong says what it means", async () => {
  show();
  expect(await screen.findByText(/^Silent for 5\smin: nothing is drafted\.$/)).toBeTruthy();
  expect(screen.getByText(/^1(\.0)?\sGB free$/)).toBeTruthy();
  expect(screen.getByText("20 of 97")).toBeTruthy();
  const jobs = within(screen.getByRole("table", { name: "Jobs in the queue" })).getAllByRole("row")[1];
  expect(
    within(jobs as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["Drafts of a judge", "7", "2", "1", "10\u00a0min"]);
  const runs = within(screen.getByRole("table", { name: "Unfinished runs" })).getAllByRole("row")[1];
  expect(
    within(runs as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["Judges, criterion by criterion", "3", "1,234"]);
  const slow = within(screen.getByRole("table", { name: "Statements that took the most time" })).getAllByRole("row")[1];
  expect(
    within(slow as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["select $1", "1,500", "2.3", "3.4"]);
  expect(screen.getByRole("img", { name: /^Samples 2.*, Drafts 1.*, Exchanges 5/ })).toBeTruthy();
});

test("a rule is chosen and saved with the others, and a time that somebody set over HTTP is among the choices", async () => {
  const user = userEvent.setup();
  show();
  expect((await screen.findByLabelText("Old log files")).textContent).toContain("45 days");
  expect(screen.getByRole("button", { name: "Save" }).matches(":disabled")).toBe(true);
  await user.click(screen.getByLabelText("Exchanges with models"));
  await user.click(screen.getByRole("option", { name: "90 days" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(saved).toEqual({ exchanges: 90, deliveries: 30, logs: 45 }));
});

test("others are told whose page this is, and nothing is asked for them", async () => {
  instanceAdmin = false;
  show();
  expect(await screen.findByText("This page is for administrators of this installation")).toBeTruthy();
  expect(screen.queryByText("Retention")).toBeNull();
});
