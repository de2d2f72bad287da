import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error";
import { recoverQueries } from "./recovery";

let health = { status: 503, database: "it is not answering" };
let asked = 0;
beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked++;
    return Response.json({ database: health.database }, { status: health.status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what failed while the database was away is loaded again once it is back; what was refused is not", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stop = recoverQueries(client);
  let away = true;
  let refusals = 0;
  const observe = (key: string, queryFn: () => unknown) =>
    new QueryObserver(client, { queryKey: [key], queryFn }).subscribe(() => undefined);
  const ends = [
    observe("away", async () => {
      if (away) throw new ApiError("unavailable", "The database is not answering.", { status: 503 });
      return "loaded";
    }),
    observe("refused", async () => {
      refusals++;
      throw new ApiError("forbidden", "No.", { status: 403 });
    }),
  ];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(client.getQueryState(["away"])?.status).toBe("error");
  // One watch for all that failed, every two to three seconds.
  expect(asked).toBeGreaterThanOrEqual(9);
  expect(asked).toBeLessThanOrEqual(15);
  away = false;
  health = { status: 503, database: "ok" };
  await vi.advanceTimersByTimeAsync(3500);
  expect(client.getQueryData(["away"])).toBe("loaded");
  expect(refusals).toBe(1);
  asked = 0;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toBe(0);
  for (const end of [...ends, stop]) end();
});
