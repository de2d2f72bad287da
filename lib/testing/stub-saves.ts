import { vi } from "vitest";
import type { OpenedAssignment, SaveActionsBody } from "@/lib/domain/assignment";

/** A server stubbed at the wire for the workspace: saves everything once it is ready, and has one more sample, called "next-one". */
export function stubSaves({ id: assignmentId, ...opened }: OpenedAssignment, ready: Promise<void> = Promise.resolve()) {
  const saved: SaveActionsBody[] = [];
  const answer = async (url: string, init?: RequestInit) => {
    await ready;
    const body = init?.body ? (JSON.parse(String(init.body)) as SaveActionsBody) : null;
    if (url.endsWith("/actions") && body) {
      saved.push(body);
      const ids = body.actions.map((action) => action.id ?? "");
      return Response.json({ saved: ids, lastActionId: ids.at(-1) ?? null, evaluation: { score: 3, complete: true }, leasedUntil: null });
    }
    if (url.endsWith("/next")) return Response.json({ assignmentId: "next-one" });
    if (url.endsWith("/submit-and-next")) return Response.json({ next: { ...opened, id: "next-one" }, why: null });
    if (url.includes("/comments")) return Response.json({ items: [], people: [] });
    if (url.endsWith("/review")) return Response.json({ state: null, history: [], before: null, nextId: null });
    return Response.json({ id: assignmentId, status: "submitted", submittedAt: null });
  };
  const fetch = vi.fn(answer);
  vi.stubGlobal("fetch", fetch);
  return {
    saved,
    actions: () => saved.flatMap((body) => body.actions),
    asked: () => fetch.mock.calls.map(([url]) => url),
    calls: () => fetch.mock.calls,
  };
}

/** Next's router, of which only `push` is looked at. */
export const stubRouter = (push: (path: string) => void) => ({
  ...{ bfcacheId: "0", push, replace: vi.fn(), refresh: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn() },
});
