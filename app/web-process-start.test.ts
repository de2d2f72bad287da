import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { start } from "@/instrumentation-node";
import { Turns } from "@/lib/apart/turns";

vi.mock("node:os", async (original) => ({ ...(await original<typeof import("node:os")>()), availableParallelism: () => 2 }));

test("from the start of the web process on, what is computed lets requests pass", async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret that only this test knows");
  await start();
  const standStill = vi.fn();
  Object.assign(globalThis, { redlineComputers: { reports: { isBusy: true, standStill }, imports: { isBusy: false, standStill } } });
  const server = http.createServer((_, response) => void response.end());
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const begin = vi.spyOn(Turns.prototype, "begin");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(url);
  expect(standStill).toHaveBeenCalledTimes(1);
  await fetch(url, { method: "POST" });
  server.close();
  expect(begin.mock.calls).toEqual([["page"], ["save"]]);
});
