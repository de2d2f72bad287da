import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";
import { useReport } from "./use-report";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server whose stored report is of version "1" and whose data move on to further versions. */
function open(
  server: { version: string; refuse?: boolean; parts?: string[] },
  computed: Promise<void> = Promise.resolve(),
  chapter?: ChapterChoice,
) {
  const reply = (version: string, current: boolean, complete = true) =>
    Response.json({
      dataVersion: version,
      tasks: [{ computed: { at: "2026-03-01T00:00:00Z", current, newerRatings: 0, complete } }],
    });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url.replace(/^.*\/report/u, ""));
    if (url.includes("/version")) return Response.json({ dataVersion: server.version });
    const part = url.includes("stale=true") ? server.parts?.shift() : undefined;
    if (part) return reply(part, false, false);
    if (url.includes("stale=true")) return reply("1", server.version === "1");
    await computed;
    if (server.refuse) return Response.json({ error: { code: "unavailable", message: "No." } }, { status: 503 });
    return reply(server.version, true);
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return {
    asked,
    hook: renderHook((of?: ChapterChoice) => useReport({ params: { projectId: "p" }, query: { task: "t" }, ...(of && { chapter: of }) }), {
      wrapper,
      initialProps: chapter,
    }),
  };
}

test("a report of older data is shown, and replaced by the newest", async () => {
  const computed = new EventTarget();
  const { hook } = open({ version: "2" }, new Promise((resolve) => computed.addEventListener("done", () => resolve())));
  await waitFor(() => expect(hook.result.current.data?.dataVersion).toBe("1"));
  expect(hook.result.current.isUpdating).toBe(true);
  computed.dispatchEvent(new Event("done"));
  await waitFor(() => expect(hook.result.current.data?.dataVersion).toBe("2"));
});

test("a report of the newest data is asked for once, and followed while the page is open", async () => {
  const server = { version: "1" };
  const { hook, asked } = open(server);
  await waitFor(() => expect(asked).toContain("/version?task=t"));
  expect(asked.filter((url) => !url.includes("/version"))).toEqual(["?task=t&stale=true"]);
  server.version = "3";
  await waitFor(() => expect(hook.result.current.data?.dataVersion).toBe("3"));
});

test("the older report stays on the page when the newest cannot be computed", async () => {
  const { hook } = open({ version: "2", refuse: true });
  await waitFor(() => expect(hook.result.current.isError).toBe(true));
  expect(hook.result.current.data?.dataVersion).toBe("1");
});

test("the open chapter's values are asked for first, and another chapter that is opened later asks for nothing again", async () => {
  const { hook, asked } = open({ version: "1" }, Promise.resolve(), "people");
  await waitFor(() => expect(asked).toContain("/version?task=t"));
  hook.rerender("scores");
  await waitFor(() => expect(hook.result.current.data?.dataVersion).toBe("1"));
  expect(asked.filter((url) => !url.includes("/version"))).toEqual(["?task=t&stale=true&chapter=people"]);
});

test("the parts of a large report follow one another on the page until it is whole", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = { version: "1", parts: ["values", "chapter"] };
  const { hook } = open(server, new Promise(() => undefined), "people");
  await waitFor(() => expect(hook.result.current.data?.dataVersion).toBe("values"));
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(hook.result.current.data?.dataVersion).toBe("chapter"));
  vi.useRealTimers();
});
