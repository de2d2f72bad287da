import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { keptEnvironment } from "@/lib/testing/kept-environment";
import { collectLog } from "@/lib/testing/log-lines";
import { startTracing, stopTracing, traced } from "./tracing";

afterEach(keptEnvironment());
const ask = (more: Record<string, string>) => {
  Object.assign(process.env, {
    DATABASE_URL: "postgres://unused",
    REDLINE_SECRET: "a-secret-for-tests-only",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    ...more,
  });
  return startTracing("redline-test");
};
const work = () => traced("work", { kind: "internal" }, async () => "done");

test("a receiver that says nothing keeps no process from ending", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await vi.waitFor(() => expect(silent.listening).toBe(true));
  await ask({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  expect(await work()).toBe("done");
  const begun = performance.now();
  await stopTracing();
  expect(performance.now() - begun).toBeLessThan(5000);
  silent.closeAllConnections();
  silent.close();
});

test("a receiver that refuses costs the traces alone, and the log says so without quoting it", async () => {
  const collected = collectLog();
  const refusing = createServer((_, response) => response.writeHead(400).end("a text of the receiver")).listen(0, "127.0.0.1");
  await vi.waitFor(() => expect(refusing.listening).toBe(true));
  await ask({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}` });
  for (let time = 0; time < 3; time++) expect(await work()).toBe("done");
  await vi.waitFor(() => expect(collected.lines.join()).toContain("traces could not be sent"), { timeout: 5000 });
  expect(await work()).toBe("done");
  await stopTracing();
  collected.stop();
  expect(collected.lines.filter((line) => line.includes("traces could not be sent"))).toHaveLength(1);
  expect(collected.lines.join()).not.toContain("a text of the receiver");
  refusing.close();
});
