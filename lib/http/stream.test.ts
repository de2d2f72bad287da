import { expect, test } from "vitest";
import { beginShutdown } from "./shutdown";
import { eventResponse, fileResponse } from "./stream";

const request = (method = "GET") => new Request("http://127.0.0.1/x", { method });
const file = (body: AsyncIterable<string>) => ({ fileName: "Überblick 1.csv", contentType: "text/csv", body });

async function* pieces(log: string[]) {
  try {
    yield "a,b\n";
    yield "1,2\n";
  } finally {
    log.push("ended");
  }
}

test("a file is streamed under its own name", async () => {
  const response = await fileResponse(request(), file(pieces([])));
  expect(await response.text()).toBe("a,b\n1,2\n");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="_berblick_1.csv"; filename*=UTF-8''%C3%9Cberblick%201.csv`,
  );
});

test("a refusal before the first piece is an error, not half a file", async () => {
  const refused = (async function* () {
    const allowed: boolean = await Promise.reject(new Error("not allowed"));
    if (allowed) yield "a,b\n";
  })();
  await expect(fileResponse(request(), file(refused))).rejects.toThrow("not allowed");
});

test("a reader who goes away, or only asks for the headers, frees what the stream holds", async () => {
  const log: string[] = [];
  await (await fileResponse(request(), file(pieces(log)))).body?.cancel();
  const head = await fileResponse(request("HEAD"), file(pieces(log)));
  expect(head.body).toBeNull();
  expect(log).toEqual(["ended", "ended"]);
});

test("events end with an `end`, upon which a client does not come back", async () => {
  const response = await eventResponse(request(), async function* () {
    yield { n: 1 };
    yield { n: 2 };
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(await response.text()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\nevent: end\ndata: {}\n\n');
});

test("when the server is asked to end, open streams end without an `end`", async () => {
  const response = await eventResponse(request(), async function* (signal) {
    yield 1;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  const text = response.text();
  beginShutdown();
  expect(await text).toBe("data: 1\n\n");
});
